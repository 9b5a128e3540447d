/** Properties of a GPU that determine the choice of a device. */
export interface GpuInfo {
  /** Name for users. */
  name: string;
  /** Whether it is emulated on the CPU, which is much slower than `simd`. */
  software: boolean;
}

/** A WebGPU adapter, or the reason why there is none. */
export type GpuCandidate = (GpuInfo & { adapter: GPUAdapter }) | { missing: string };

/** Names of software adapters: those of Chromium, Mesa, and Windows' WARP. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|software|basic render|\bwarp\b/i;

/** The fields of `GPUAdapterInfo` that are used; any may be empty. */
interface AdapterInfo {
  vendor: string;
  architecture: string;
  device: string;
  description: string;
  isFallbackAdapter?: boolean;
}

export function describeAdapter({
  vendor,
  architecture,
  device,
  description,
  isFallbackAdapter,
}: AdapterInfo): GpuInfo {
  const words = [vendor, architecture, device, description];
  const software = isFallbackAdapter === true || words.some((word) => SOFTWARE.test(word));
  const name = description || [vendor, architecture || device].filter(Boolean).join(' ') || 'unnamed GPU';
  return { name: software ? `${name} (software)` : name, software };
}

/** Requests the high-performance adapter. Call it for each device: an adapter provides only one. */
export async function findGpu(): Promise<GpuCandidate> {
  const gpu = await findWebgpu();
  if ('missing' in gpu) return gpu;
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter === null) return { missing: 'WebGPU found no usable GPU.' };
    return { adapter, ...describeAdapter(adapter.info) };
  } catch (error) {
    return { missing: `WebGPU failed: ${String(error)}` };
  }
}

/** Globals that differ between a browser and Node. */
const host: { navigator?: { gpu?: GPU }; process?: { versions?: { node?: string } } } = globalThis;
const isNode = host.process?.versions?.node !== undefined;

async function findWebgpu(): Promise<GPU | { missing: string }> {
  const { navigator } = host;
  if (navigator?.gpu !== undefined) return navigator.gpu;
  if (isNode) return installDawn();
  return {
    missing: globalThis.isSecureContext
      ? 'This browser has no WebGPU.'
      : 'Browsers offer WebGPU only to secure pages: https, or localhost.',
  };
}

/** The npm package `webgpu`: Dawn, Chromium's implementation of WebGPU, for Node. */
interface DawnPackage {
  create: (options: string[]) => GPU;
  globals: Record<string, unknown>;
}

/** Defines the globals of WebGPU in Node, as TF.js expects them, if the optional package is installed. */
async function installDawn(): Promise<GPU | { missing: string }> {
  const name = 'webgpu'; // not a literal import, which bundlers would resolve
  try {
    const { create, globals } = (await import(/* @vite-ignore */ name)) as DawnPackage;
    const gpu = create([]);
    Object.assign(globalThis, globals);
    const navigator = host.navigator ?? {};
    Object.defineProperty(navigator, 'gpu', { value: gpu, configurable: true });
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
    return gpu;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return {
      missing:
        code === 'ERR_MODULE_NOT_FOUND'
          ? 'WebGPU in Node needs the optional package `webgpu`: npm install webgpu.'
          : `The package \`webgpu\` failed: ${String(error)}`,
    };
  }
}

/** Releases Dawn, which would prevent Node from exiting. No-op in a browser. */
export function releaseGpu(): void {
  if (isNode) delete host.navigator?.gpu;
}
