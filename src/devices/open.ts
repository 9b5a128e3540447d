import type { WebGPUBackend } from '../tensors/webgpu.ts';
import { backend } from '../tensors/tensors.ts';
import { StudioError } from '../lib/errors.ts';
import type { DeviceFailure } from '../kernels/shared/device-failure.ts';
import type { DeviceChoice, DeviceReport } from './device.ts';
import type { SimdBackend } from '../kernels/simd/backend.ts';
import { openSimd } from './simd.ts';
import { findGpu, releaseGpu, type GpuInfo } from './gpu.ts';
import type { WebgpuSettings } from './webgpu.ts';

/** Closes the open device. */
let close: (() => void) | undefined;

/**
 * Makes a device TF.js' current backend, with our kernels, and closes the previous one. The tensors of a GPU are lost.
 *
 * @param onFailure called at most once: when the GPU is lost or reports an error, or when a thread of `simd` fails. Its tensors are
 *   then lost or invalid. Another device can be opened; `simd` then uses one thread.
 * @param threads of `simd`; default: one per core, up to 8
 * @param settings of `webgpu`
 * @throws StudioError NoDevice if `choice` is `webgpu` and it is not available
 */
export async function openDevice(
  choice: DeviceChoice,
  onFailure: (failure: DeviceFailure) => void,
  threads?: number,
  settings?: WebgpuSettings,
): Promise<DeviceReport> {
  closeDevice();
  const gpu = choice === 'simd' ? { refused: 'simd was requested.' } : await openGpu(choice, onFailure, settings);
  if ('name' in gpu) {
    const reason =
      choice === 'webgpu'
        ? 'webgpu was requested.'
        : 'A GPU is available. On the page, Train first times a few steps on both devices and uses the faster one.';
    return { device: 'webgpu', description: gpu.name, threads: 1, refused: [{ device: 'simd', reason }] };
  }
  if (choice === 'webgpu') {
    const message = `WebGPU is not available. ${gpu.refused} Choose simd, which needs no GPU, or auto.`;
    throw new StudioError('NoDevice', message, { cause: gpu.cause });
  }
  const simd = await openSimd(threads, onFailure);
  ({ close } = simd);
  return { ...simd.report, refused: [{ device: 'webgpu', reason: gpu.refused }] };
}

/** Closes the open device without calling its `onFailure`. */
export function closeDevice(): void {
  close?.();
  close = undefined;
}

/** For tests: loses the open GPU, as a driver reset would, or the threads of `simd`. */
export function loseDevice(): void {
  const device = backend() as WebGPUBackend | SimdBackend;
  if ('loseThreads' in device) device.loseThreads();
  else device.device.destroy();
}

/** The GPU to use, or the reason why none is used, for users. */
export function chooseGpu<G extends GpuInfo>(
  choice: 'auto' | 'webgpu',
  gpu: G | { missing: string },
): { use: G } | { refused: string } {
  if ('missing' in gpu) return { refused: gpu.missing };
  if (choice === 'auto' && gpu.software) {
    return { refused: `${gpu.name} emulates a GPU on the CPU and is slower than simd. Choose webgpu to use it.` };
  }
  return { use: gpu };
}

async function openGpu(
  choice: 'auto' | 'webgpu',
  onFailure: (failure: DeviceFailure) => void,
  settings?: WebgpuSettings,
): Promise<{ name: string } | { refused: string; cause?: unknown }> {
  close = releaseGpu;
  const verdict = chooseGpu(choice, await findGpu());
  if ('refused' in verdict) {
    closeDevice();
    return verdict;
  }
  const { name, adapter } = verdict.use;
  try {
    const { openWebgpu } = await import('./webgpu.ts');
    const closeWebgpu = await openWebgpu(adapter, onFailure, settings);
    close = () => {
      closeWebgpu();
      releaseGpu();
    };
    return { name };
  } catch (cause) {
    closeDevice();
    return { refused: `${name} does not work: ${String(cause)}.`, cause };
  }
}
