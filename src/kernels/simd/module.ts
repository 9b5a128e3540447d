import type * as NodeV8 from 'node:v8';
import { relaxedSimd } from 'wasm-feature-detect';
import { StudioError } from '../../lib/errors.ts';
import type { Pointer } from '../../lib/pointer.ts';
import { compileWasm, importFromNode, isFile } from '../../lib/wasm.ts';
import { bind, INITIAL_PAGES, MAXIMUM_PAGES, type Functions, type Task } from './generated/kernels.js';

/** `relaxed`: fused multiply-add (relaxed SIMD); `baseline`: separate multiplication and addition. */
export type SimdVariant = 'relaxed' | 'baseline';

export interface SimdModule {
  variant: SimdVariant;
  /** For threads to instantiate. */
  module: WebAssembly.Module;
  /** Exported helpers and constants, such as the sizes of scratch space. */
  wasm: Functions;
  /** Every kernel takes its arguments in order, then the scratch space, which is ignored by kernels without one. */
  kernels: KernelExports;
  memory: WebAssembly.Memory;
}

export type KernelExports = Record<Task['kernel'], (...args: number[]) => void>;

const PAGE_BYTES = 65536;

/** Maximum sizes of the memory to try: all of wasm32, or less if the system cannot reserve the address space. */
const MAXIMA = [MAXIMUM_PAGES, MAXIMUM_PAGES / 2, MAXIMUM_PAGES / 4];

/** Literal `new URL`s, so that bundlers find the files. */
const MODULE_URLS: Record<SimdVariant, URL> = {
  relaxed: new URL('./generated/tagsmith.relaxed.wasm', import.meta.url),
  baseline: new URL('./generated/tagsmith.baseline.wasm', import.meta.url),
};

/** Loads the fastest build that the engine supports, in a browser or in Node. */
export async function loadSimdModule(variant?: SimdVariant): Promise<SimdModule> {
  const chosen = variant ?? ((await hasRelaxedSimd()) ? 'relaxed' : 'baseline');
  const memory = createMemory();
  const module = await compile(MODULE_URLS[chosen]);
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const wasm = bind(exports);
  // Decided by the processor, not by a measurement, so that the same seed always gives the same bits.
  wasm.IN_INTEGERS.value = Number(wasm.isX86({ infinity: Infinity }));
  return { variant: chosen, module, wasm, kernels: exports as KernelExports, memory };
}

/** Runs a kernel on the calling thread. */
export function performTask({ kernels }: SimdModule, { kernel, args }: Task, scratch: Pointer): void {
  kernels[kernel](...args, scratch);
}

/** Grows the memory until every address below `end` is valid. @throws StudioError OutOfMemory */
export function growMemory(memory: WebAssembly.Memory, end: number): void {
  const missing = end - memory.buffer.byteLength;
  if (missing <= 0) return;
  // By a quarter at least: growing is slow, and creates a new buffer object each time.
  const pages = Math.ceil(missing / PAGE_BYTES);
  const generous = Math.max(pages, Math.ceil(memory.buffer.byteLength / PAGE_BYTES / 4));
  if (!tryGrow(memory, generous) && !tryGrow(memory, pages)) {
    throw new StudioError(
      'OutOfMemory',
      `The simd device needs ${Math.ceil(end / 2 ** 20)} MiB of memory for its tensors, and the browser gives it no more than ` +
        `${Math.floor(memory.buffer.byteLength / 2 ** 20)} MiB. Use a smaller batch, a smaller hidden size or fewer words.`,
    );
  }
}

function tryGrow(memory: WebAssembly.Memory, pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

async function hasRelaxedSimd(): Promise<boolean> {
  if (await relaxedSimd()) return true;
  if (!isFile(MODULE_URLS.relaxed)) return false;
  // Node 20 has relaxed SIMD behind a flag of V8 that can be set at run time.
  const { setFlagsFromString } = await importFromNode<typeof NodeV8>('node:v8');
  setFlagsFromString('--experimental-wasm-relaxed-simd');
  return relaxedSimd();
}

/** Shared, so that views of tensors stay valid when the memory grows. */
function createMemory(): WebAssembly.Memory {
  let refusal: unknown;
  for (const maximum of MAXIMA) {
    try {
      return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum, shared: true });
    } catch (error) {
      refusal = error;
    }
  }
  throw new StudioError(
    'NoDevice',
    'This browser gives the simd device no shared WebAssembly memory. Open the page from a server that isolates it ' +
      '(Cross-Origin-Opener-Policy: same-origin, Cross-Origin-Embedder-Policy: require-corp), as `npm start` does.',
    { cause: refusal },
  );
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  try {
    return await compileWasm(url);
  } catch (cause) {
    throw new StudioError('NoDevice', `The WebAssembly kernels could not be loaded from ${url.href}.`, { cause });
  }
}
