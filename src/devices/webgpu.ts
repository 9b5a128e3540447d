import {
  dispose,
  findBackendFactory,
  registerBackend,
  removeBackend,
  setBackend,
  tensor1d,
} from '@tensorflow/tfjs-core';
import { sumOfSquares } from '../kernels/optimizer/op.ts';
import type { DeviceLoss } from '../kernels/shared/device-loss.ts';
import { GuardedWebgpuBackend } from '../kernels/webgpu/backend.ts';
import { assert } from '../lib/assert.ts';
import { registerWebgpuKernels } from './register-webgpu.ts';

/**
 * Makes `webgpu` TF.js' current backend, on a device of this adapter, with our kernels, and tries it.
 *
 * @returns what closes the device
 * @throws when the adapter gives no device, or one that computes wrongly
 */
export async function openWebgpu(adapter: GPUAdapter, onLoss: (loss: DeviceLoss) => void): Promise<() => void> {
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  // Large word tables need large buffers. All else works within what WebGPU guarantees everywhere.
  const device = await adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
  const backend = new GuardedWebgpuBackend(device, adapter.info, onLoss);
  registerWebgpuKernels();
  // TF.js registers its own backend of this name when it is imported, where there is WebGPU.
  if (findBackendFactory('webgpu')) removeBackend('webgpu');
  registerBackend('webgpu', () => backend);
  try {
    assert(await setBackend('webgpu'), () => 'webgpu: the backend does not start');
    await tryOut(device);
  } catch (error) {
    closeWebgpu();
    throw error;
  }
  return closeWebgpu;
}

function closeWebgpu(): void {
  removeBackend('webgpu'); // disposes of it
}

/** A sum over a workgroup: barriers, workgroup memory, a transfer each way. */
async function tryOut(device: GPUDevice): Promise<void> {
  device.pushErrorScope('validation');
  const x = tensor1d(Float32Array.from({ length: 300 }, (_, i) => i % 3));
  const sum = sumOfSquares([x]);
  const [value] = await sum.data();
  dispose([x, sum]);
  const error = await device.popErrorScope();
  assert(error === null, () => `its first program was refused: ${error?.message}`);
  assert(value === 500, () => `it sums to ${value} what makes 500`);
}
