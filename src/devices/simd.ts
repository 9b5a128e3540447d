import {
  findBackend,
  getKernelsForBackend,
  registerBackend,
  registerKernel,
  removeBackend,
  setBackend,
} from '../tensors/tensors.ts';
import { assert } from '../lib/assert.ts';
import type { DeviceReport } from './device.ts';
import { registerSimdKernels } from './register-simd.ts';
import type { DeviceFailure } from '../kernels/shared/device-failure.ts';
import { SimdBackend } from '../kernels/simd/backend.ts';
import { loadSimdModule, type SimdModule } from '../kernels/simd/module.ts';
import { onHost } from '../kernels/simd/on-host.ts';
import { chooseThreads } from '../kernels/simd/threads/choose.ts';

/** The first failure of a thread, after which no threads are started. */
let earlierFailure: DeviceFailure | undefined;

/**
 * Makes `simd` TF.js' current backend, with its threads.
 *
 * @param threads undefined: one per core, up to 8
 * @param onFailure called once if a thread fails
 */
export async function openSimd(
  threads: number | undefined,
  onFailure: (failure: DeviceFailure) => void,
): Promise<{ report: Omit<DeviceReport, 'refused'>; close: () => void }> {
  const backend = await installSimdBackend();
  assert(await setBackend('simd'), () => 'openSimd: the backend simd does not start');
  let hasFailed = false;
  const oneThread = await startThreads(backend, threads, (failure) => {
    hasFailed = true;
    earlierFailure = failure;
    onFailure(failure);
  });
  const count = backend.threads === 1 ? 'one thread' : `${backend.threads} threads`;
  const description = `WebAssembly SIMD, ${backend.variant} build, ${count}`;
  return {
    report: { device: 'simd', description, threads: backend.threads, oneThread },
    close: () => {
      backend.stopThreads();
      if (hasFailed) removeSimdBackend(); // a thread may still write to its memory
    },
  };
}

/** @returns the reason for a single thread; undefined if there are more */
async function startThreads(
  backend: SimdBackend,
  requested: number | undefined,
  onFailure: (failure: DeviceFailure) => void,
): Promise<string | undefined> {
  if (earlierFailure !== undefined) return `${earlierFailure.message} Threads are disabled until a restart.`;
  const choice = await chooseThreads(requested);
  if ('refused' in choice) return choice.refused;
  try {
    await backend.startThreads(choice.threads, onFailure);
    return undefined;
  } catch (error) {
    return `Threads failed to start: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

let installing: Promise<SimdBackend> | undefined;

/** Registers the TF.js backend `simd` and its kernels. Later calls return the same backend. */
export function installSimdBackend(loadModule: () => Promise<SimdModule> = loadSimdModule): Promise<SimdBackend> {
  installing ??= install(loadModule).catch((error: unknown) => {
    installing = undefined; // allows the next call to retry
    throw error;
  });
  return installing;
}

/** Removes the backend, if it is installed, with all its tensors. The next `installSimdBackend` makes one with memory of its own. */
export function removeSimdBackend(): void {
  if (installing === undefined) return;
  installing = undefined;
  removeBackend('simd');
}

async function install(loadModule: () => Promise<SimdModule>): Promise<SimdBackend> {
  const backend = new SimdBackend(await loadModule());
  registerSimdKernels();
  copyMissingCpuKernels();
  registerBackend('simd', () => backend);
  assert(findBackend('simd') === backend, () => 'simd: the backend is registered twice');
  return backend;
}

/** Copies the kernels of TF.js that we do not replace, without our float64 references: a missing kernel should fail, not be slow. */
function copyMissingCpuKernels(): void {
  const ours = new Set(getKernelsForBackend('simd').map(({ kernelName }) => kernelName));
  for (const config of getKernelsForBackend('cpu')) {
    if (ours.has(config.kernelName) || config.kernelName.startsWith('Tagsmith/')) continue;
    registerKernel({ ...config, backendName: 'simd', kernelFunc: onHost(config.kernelName, config.kernelFunc) });
  }
}
