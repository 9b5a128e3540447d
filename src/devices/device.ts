import type { DeviceFailure } from '../kernels/shared/device-failure.ts';

/** The requested device. `auto`: a hardware GPU if there is one (on the page: unless `simd` is known to be faster), otherwise `simd`. */
export type DeviceChoice = 'auto' | 'webgpu' | 'simd';

/** The open device, and why the others are not used. Plain data: it is sent to the page and written to `metrics.json`. */
export interface DeviceReport {
  device: 'webgpu' | 'simd';
  /** For users: the name of the adapter, or the build of the SIMD module (relaxed or baseline) and its threads. */
  description: string;
  threads: number;
  /** Why `simd` has only one thread and how to change that, for users; undefined if it has more. */
  oneThread?: string | undefined;
  /** The devices that are not used, and why, for users. */
  refused: { device: 'webgpu' | 'simd'; reason: string }[];
}

/** Reason for the replacement of a device, and the new device. Plain data. */
export interface DeviceReplacement {
  failure: DeviceFailure;
  device: DeviceReport;
}
