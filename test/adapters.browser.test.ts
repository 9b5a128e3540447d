import { backend, setBackend } from '../src/tensors/tensors.ts';
import type { WebGPUBackend } from '../src/tensors/webgpu.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { closeDevice, openDevice } from '../src/devices/open.ts';
import { registerCpuKernels } from '../src/devices/register-cpu.ts';
import { expectClose } from './helpers/allclose.ts';
import { needsWebGpu } from './helpers/requirements.ts';
import { TOLERANCES } from './helpers/tolerances.ts';
import { trajectory } from './training-cases.ts';

// Every kernel on such adapters: `npm run test:adapters`.
describe('an adapter that offers no more than WebGPU guarantees', await needsWebGpu(), () => {
  afterAll(closeDevice);

  test('trains, with the smallest workgroups', async () => {
    const onFailure = ({ message }: { message: string }) => {
      throw new Error(message);
    };
    await openDevice('webgpu', onFailure, undefined, { limits: 'guaranteed', lanes: 32 });
    const { device } = backend() as WebGPUBackend;
    const { maxStorageBufferBindingSize, maxStorageBuffersPerShaderStage } = device.limits;
    expect([maxStorageBufferBindingSize, maxStorageBuffersPerShaderStage]).toEqual([2 ** 27, 8]);
    expect(device.features.has('timestamp-query')).toBe(false);
    const here = await trajectory(6, { context: 'document' });
    expect(here.repeated).toBeGreaterThan(0);
    const { pipelineCache } = backend() as unknown as { pipelineCache: Record<string, unknown> };
    const ours = Object.keys(pipelineCache).filter((key) => /^Tagsmith\/(?!MatMul|ProductGradients)/.test(key)); // their tiles are for 64
    expect(ours.filter((key) => !key.includes('_32,1,1'))).toEqual([]);
    registerCpuKernels();
    await setBackend('cpu');
    const reference = await trajectory(6, { context: 'document' });
    await setBackend('webgpu');
    expectClose(here.losses, reference.losses, TOLERANCES.trajectory);
  });
});
