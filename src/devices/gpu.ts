/** What the choice of a device needs to know of a GPU. */
export interface GpuFacts {
  /** In words, for the report. */
  name: string;
  /** Not a GPU but a program that acts as one: far slower than our own kernels for the processor. */
  software: boolean;
}

/** A GPU that WebGPU offers, or why there is none. */
export type GpuCandidate = (GpuFacts & { adapter: GPUAdapter }) | { missing: string };

/** Names under which software adapters are known: Chromium's, Mesa's, and Windows' WARP. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|software|basic render|\bwarp\b/i;

/** The fields of `GPUAdapterInfo` that are read; any may be empty. */
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
}: AdapterInfo): GpuFacts {
  const words = [vendor, architecture, device, description];
  const software = isFallbackAdapter === true || words.some((word) => SOFTWARE.test(word));
  const name = description || [vendor, architecture || device].filter(Boolean).join(' ') || 'unnamed GPU';
  return { name: software ? `${name} (software)` : name, software };
}

/** Asks WebGPU for its best adapter. Fresh each time: an adapter gives one device only. */
export async function findGpu(): Promise<GpuCandidate> {
  const gpu = await findWebgpu();
  if ('missing' in gpu) return gpu;
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter === null) return { missing: 'WebGPU finds no GPU here that it can use.' };
    return { adapter, ...describeAdapter(adapter.info) };
  } catch (error) {
    return { missing: `WebGPU fails here: ${String(error)}` };
  }
}

async function findWebgpu(): Promise<GPU | { missing: string }> {
  const { navigator, process } = globalThis as {
    navigator?: { gpu?: GPU };
    process?: { versions?: { node?: string } };
  };
  if (navigator?.gpu !== undefined) return navigator.gpu;
  if (process?.versions?.node !== undefined) return installDawn();
  return {
    missing: globalThis.isSecureContext
      ? 'This browser has no WebGPU.'
      : 'Browsers give WebGPU only to pages of a secure address: https, or localhost.',
  };
}

/** The npm package `webgpu`: Dawn, the WebGPU of Chromium, for Node. */
interface DawnPackage {
  create: (options: string[]) => GPU;
  globals: Record<string, unknown>;
}

/** Makes Node look like a browser with WebGPU, as TF.js expects, if the optional package is there. */
async function installDawn(): Promise<GPU | { missing: string }> {
  const name = 'webgpu'; // not a literal import: bundlers would look for it
  try {
    const { create, globals } = (await import(/* @vite-ignore */ name)) as DawnPackage;
    const gpu = create([]);
    Object.assign(globalThis, globals);
    const navigator = (globalThis as { navigator?: object }).navigator ?? {};
    Object.defineProperty(navigator, 'gpu', { value: gpu, configurable: true });
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
    return gpu;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return {
      missing:
        code === 'ERR_MODULE_NOT_FOUND'
          ? 'Node has WebGPU only with the optional package `webgpu`: npm install webgpu.'
          : `The package \`webgpu\` fails here: ${String(error)}`,
    };
  }
}

/** Lets go of Dawn, which keeps Node from ending. In a browser there is nothing to do. */
export function releaseGpu(): void {
  const { navigator, process } = globalThis as {
    navigator?: { gpu?: GPU };
    process?: { versions?: { node?: string } };
  };
  if (process?.versions?.node !== undefined && navigator !== undefined) delete navigator.gpu;
}
