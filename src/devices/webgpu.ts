import {
  dispose,
  env,
  findBackendFactory,
  registerBackend,
  removeBackend,
  setBackend,
  tensor1d,
} from '../tensors/tensors.ts';
import { sumOfSquares } from '../kernels/optimizer/op.ts';
import type { DeviceFailure } from '../kernels/shared/device-failure.ts';
import { GuardedWebgpuBackend } from '../kernels/webgpu/backend.ts';
import { useLanes } from '../kernels/webgpu/lanes.ts';
import { assert } from '../lib/assert.ts';
import { registerWebgpuKernels } from './register-webgpu.ts';

/** How a device is opened, to test what other adapters offer; default: as well as this adapter can. */
export interface WebgpuSettings {
  /** `guaranteed`: those that WebGPU guarantees, and no optional feature. */
  limits?: 'guaranteed' | 'own';
  /** Invocations of a workgroup, in programs that work with any number. */
  lanes?: 32 | 64 | 128 | 256;
  /** Whether a first sum must be right; not on an adapter that computes nothing. */
  isTested?: boolean;
}

/** Optional features that are used: times of single programs, for `profileRecording`. */
const FEATURES: readonly GPUFeatureName[] = ['timestamp-query'];

/**
 * Makes `webgpu` TF.js' current backend with our kernels, on a device of this adapter, and tests it (`isTested`).
 *
 * @returns a function that closes the device
 * @throws Error if the adapter has no device, or if the device computes wrong results
 */
export async function openWebgpu(
  adapter: GPUAdapter,
  onFailure: (failure: DeviceFailure) => void,
  { limits = 'own', lanes, isTested = true }: WebgpuSettings = {},
): Promise<() => void> {
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  // Large word tables need large buffers. Everything else is within the guaranteed limits of WebGPU.
  const own = {
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
    requiredFeatures: FEATURES.filter((feature) => adapter.features.has(feature)),
  };
  const device = await adapter.requestDevice(limits === 'own' ? own : {});
  useLanes(lanes);
  const backend = new GuardedWebgpuBackend(device, adapter.info, onFailure);
  registerWebgpuKernels();
  env().set('WEBGPU_CPU_FORWARD', false); // otherwise TF.js computes with small tensors here, and a step could not be recorded
  // If WebGPU is available, importing TF.js registers its own backend with this name.
  if (findBackendFactory('webgpu')) removeBackend('webgpu');
  registerBackend('webgpu', () => backend);
  try {
    assert(await setBackend('webgpu'), () => 'webgpu: the backend does not start');
    if (isTested) await smokeTest(device);
  } catch (error) {
    closeWebgpu();
    throw error;
  }
  return closeWebgpu;
}

function closeWebgpu(): void {
  removeBackend('webgpu'); // also disposes the backend
}

/** Sums over a workgroup: tests barriers, workgroup memory, and transfers in both directions. */
async function smokeTest(device: GPUDevice): Promise<void> {
  device.pushErrorScope('validation');
  const x = tensor1d(Float32Array.from({ length: 300 }, (_, i) => i % 3));
  const sum = sumOfSquares([x]);
  const [value] = await sum.data();
  dispose([x, sum]);
  const error = await device.popErrorScope();
  assert(error === null, () => `validation of its first program failed: ${error?.message}`);
  assert(value === 500, () => `a sum is ${value}, expected 500`);
}
