import { setBackend } from '@tensorflow/tfjs-core';
import { assert } from '../../lib/assert.ts';
import type { DeviceLoss, DeviceReport } from '../device.ts';
import { installSimdBackend, removeSimdBackend, type SimdBackend } from './backend.ts';
import { chooseThreads } from './threads/choose.ts';

/** The loss of an earlier device: threads are not tried again. */
let lost: DeviceLoss | undefined;

/**
 * Makes `simd` TF.js' current backend, with its threads.
 *
 * @param threads undefined: as many as this computer has cores, within reason
 * @param onLoss called once, when a thread fails
 */
export async function openSimd(
  threads: number | undefined,
  onLoss: (loss: DeviceLoss) => void,
): Promise<{ report: Omit<DeviceReport, 'refused'>; close: () => void }> {
  const backend = await installSimdBackend();
  assert(await setBackend('simd'), () => 'openSimd: the backend simd does not start');
  let hasFailed = false;
  const oneThread = await startThreads(backend, threads, (loss) => {
    hasFailed = true;
    lost = loss;
    onLoss(loss);
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

/** @returns why there is but one thread, if so */
async function startThreads(
  backend: SimdBackend,
  asked: number | undefined,
  onLoss: (loss: DeviceLoss) => void,
): Promise<string | undefined> {
  if (lost !== undefined) return `${lost.message} Threads are tried again after a restart.`;
  const choice = await chooseThreads(asked);
  if ('refused' in choice) return choice.refused;
  try {
    await backend.startThreads(choice.threads, onLoss);
    return undefined;
  } catch (error) {
    return `Threads do not start here: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
