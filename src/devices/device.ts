/** What a person asks for. `auto`: a hardware GPU if there is one (on the page, until `simd` is known to be faster), else `simd`. */
export type DeviceChoice = 'auto' | 'webgpu' | 'simd';

/** What is used, and why not the others. Plain data: the page shows it. */
export interface DeviceReport {
  device: 'webgpu' | 'simd';
  /** In words: the adapter's name, or the build of the SIMD module (relaxed or baseline) and its threads. */
  description: string;
  threads: number;
  /** Why simd runs on one thread, and how to change that, in words; undefined where it runs on more. */
  oneThread?: string | undefined;
  /** Candidates that are not used, and why, in words. */
  refused: { device: 'webgpu' | 'simd'; reason: string }[];
}
