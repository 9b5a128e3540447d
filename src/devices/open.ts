import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import { backend } from '@tensorflow/tfjs-core';
import { StudioError } from '../lib/errors.ts';
import type { DeviceLoss } from '../kernels/shared/device-loss.ts';
import type { DeviceChoice, DeviceReport } from './device.ts';
import type { SimdBackend } from '../kernels/simd/backend.ts';
import { openSimd } from './simd.ts';
import { findGpu, releaseGpu, type GpuFacts } from './gpu.ts';

/** What `closeDevice` has to do. */
let close: (() => void) | undefined;

/**
 * Makes a device TF.js' current backend, with our kernels. Of a GPU that was open before, all tensors are gone.
 *
 * @param onLoss called at most once, when a GPU is lost or reports an error, or a thread of simd fails: its tensors are gone or
 *   garbage, and the run has to go on from what is on the host. Another device can be opened then; simd opens with one thread.
 * @param threads of simd; default: as many as this computer has cores, up to 8
 * @throws StudioError NoDevice when `webgpu` is asked for by name and cannot be had
 */
export async function openDevice(
  choice: DeviceChoice,
  onLoss: (loss: DeviceLoss) => void,
  threads?: number,
): Promise<DeviceReport> {
  closeDevice();
  const gpu = choice === 'simd' ? { refused: 'You asked for simd.' } : await openGpu(choice, onLoss);
  if ('name' in gpu) {
    const reason =
      choice === 'webgpu'
        ? 'You asked for webgpu.'
        : 'There is a GPU. On the page, Train times a few steps on both first, and takes the faster.';
    return { device: 'webgpu', description: gpu.name, threads: 1, refused: [{ device: 'simd', reason }] };
  }
  if (choice === 'webgpu') {
    const message = `WebGPU cannot be used. ${gpu.refused} Choose simd, which needs no GPU, or auto.`;
    throw new StudioError('NoDevice', message, { cause: gpu.cause });
  }
  const simd = await openSimd(threads, onLoss);
  ({ close } = simd);
  return { ...simd.report, refused: [{ device: 'webgpu', reason: gpu.refused }] };
}

/** Frees the open device. Its `onLoss` is not called. */
export function closeDevice(): void {
  close?.();
  close = undefined;
}

/** Loses the open GPU, as a reset of its driver would, or the threads of simd: for tests of what happens then. */
export function loseDevice(): void {
  const device = backend() as WebGPUBackend | SimdBackend;
  if ('loseThreads' in device) device.loseThreads();
  else device.device.destroy();
}

/** The GPU to use, or why there is none to use, in words. */
export function judgeGpu<G extends GpuFacts>(
  choice: 'auto' | 'webgpu',
  gpu: G | { missing: string },
): { use: G } | { refused: string } {
  if ('missing' in gpu) return { refused: gpu.missing };
  if (choice === 'auto' && gpu.software) {
    return { refused: `${gpu.name} is not a GPU but a program, slower than simd. Ask for webgpu by name to use it.` };
  }
  return { use: gpu };
}

async function openGpu(
  choice: 'auto' | 'webgpu',
  onLoss: (loss: DeviceLoss) => void,
): Promise<{ name: string } | { refused: string; cause?: unknown }> {
  close = releaseGpu;
  const verdict = judgeGpu(choice, await findGpu());
  if ('refused' in verdict) {
    closeDevice();
    return verdict;
  }
  const { name, adapter } = verdict.use;
  try {
    const { openWebgpu } = await import('./webgpu.ts');
    const closeWebgpu = await openWebgpu(adapter, onLoss);
    close = () => {
      closeWebgpu();
      releaseGpu();
    };
    return { name };
  } catch (cause) {
    closeDevice();
    return { refused: `${name} does not work here: ${String(cause)}.`, cause };
  }
}
