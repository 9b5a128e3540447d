import type { WebGPUBackend } from '../tensors/webgpu.ts';
import { backend, dispose, engine, getBackend, tensor1d, type Tensor1D } from '../tensors/tensors.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeDevice, loseDevice, openDevice } from './open.ts';
import type { DeviceFailure } from '../kernels/shared/device-failure.ts';
import { sumOfSquares } from '../kernels/optimizer/op.ts';
import { needsWebGpu } from '../../test/helpers/requirements.ts';
import { newTensor, runProgram } from '../kernels/webgpu/program.ts';

const noFailure = () => {
  throw new Error('unexpected failure of the device');
};

/** Runs one of our kernels on the open device. */
async function compute(): Promise<number> {
  const x = tensor1d([1, 2, 3]);
  const sum = sumOfSquares([x]);
  const [value] = await sum.data();
  dispose([x, sum]);
  return value!;
}

/** Runs an invalid program. TF.js does not detect the error and returns an invalid tensor. */
function runBroken(x: Tensor1D) {
  const gpu = backend() as WebGPUBackend;
  const y = newTensor(gpu, x.shape);
  const main = 'y[index] = no_such_function(x[index]);';
  runProgram(gpu, { name: 'Broken', inputs: { x }, outputs: { y }, shape: { invocations: 3 }, main });
  return engine().makeTensorFromTensorInfo(y);
}

afterEach(closeDevice);

describe('simd', () => {
  test('opens with one thread per core', async () => {
    const report = await openDevice('simd', noFailure);
    const threads = Math.min(navigator.hardwareConcurrency, 8);
    expect(report).toMatchObject({ device: 'simd', threads, refused: [{ device: 'webgpu' }] });
    expect(report.description).toMatch(/WebAssembly SIMD, (relaxed|baseline) build, (one|\d+) threads?/);
    expect(getBackend()).toBe('simd');
    expect(await compute()).toBe(14);
  });

  test('opens with the requested number of threads', async () => {
    expect(await openDevice('simd', noFailure, 3)).toMatchObject({ threads: 3, oneThread: undefined });
    expect(await compute()).toBe(14);
    expect(await openDevice('simd', noFailure, 1)).toMatchObject({
      threads: 1,
      oneThread: 'One thread was requested.',
    });
    expect(await compute()).toBe(14);
  });

  test('opens with one thread if the page is not cross-origin isolated, and says how to change that', async () => {
    vi.stubGlobal('crossOriginIsolated', false);
    try {
      const report = await openDevice('simd', noFailure, 3);
      expect(report).toMatchObject({ threads: 1 });
      expect(report.oneThread).toContain('Cross-Origin-Embedder-Policy: require-corp');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('webgpu', await needsWebGpu(), () => {
  test('opens on request, also in software', async () => {
    const report = await openDevice('webgpu', noFailure);
    expect(report).toMatchObject({ device: 'webgpu', refused: [{ device: 'simd', reason: 'webgpu was requested.' }] });
    expect(report.description).not.toBe('');
    expect(getBackend()).toBe('webgpu');
    expect(await compute()).toBe(14);
  });

  test('auto uses a GPU, but not a software adapter', async () => {
    const { description } = await openDevice('webgpu', noFailure);
    const report = await openDevice('auto', noFailure);
    const refusal = { device: 'webgpu', reason: expect.stringContaining(description) as string };
    const expected = description.includes('(software)') ? { device: 'simd', refused: [refusal] } : { device: 'webgpu' };
    expect(report).toMatchObject(expected);
    expect(await compute()).toBe(14);
  });

  test('a lost device is reported once, reads fail, and simd can be opened', async () => {
    const onFailure = vi.fn<(failure: DeviceFailure) => void>();
    await openDevice('webgpu', onFailure);
    const [x, onGpu] = [tensor1d([1, 2, 3]), sumOfSquares([tensor1d([1, 2])])];
    loseDevice();
    await expect(onGpu.data()).rejects.toMatchObject({ name: 'StudioError', code: 'DeviceLost' });
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalled());
    expect(() => sumOfSquares([x])).toThrow(expect.objectContaining({ code: 'DeviceLost' }) as Error);
    expect(onFailure.mock.calls).toMatchObject([[{ reason: 'destroyed' }]]);

    await openDevice('simd', noFailure);
    expect(await compute()).toBe(14);
    await openDevice('webgpu', noFailure);
    expect(await compute()).toBe(14);
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  test('an invalid program is reported once, and nothing can be read after it', async () => {
    const onFailure = vi.fn<(failure: DeviceFailure) => void>();
    await openDevice('webgpu', onFailure);
    const y = runBroken(tensor1d([1, 2, 3]));
    await expect(y.data()).rejects.toMatchObject({ code: 'DeviceLost' });
    expect(onFailure.mock.calls).toMatchObject([[{ reason: 'error' }]]);
    expect(onFailure.mock.calls[0]![0].message).toContain('no_such_function');
    await expect(compute()).rejects.toMatchObject({ code: 'DeviceLost' });
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  test('running out of memory is reported by its own reason', async () => {
    const onFailure = vi.fn<(failure: DeviceFailure) => void>();
    await openDevice('webgpu', onFailure);
    const error = new GPUOutOfMemoryError('no room for a buffer');
    (backend() as WebGPUBackend).device.dispatchEvent(new GPUUncapturedErrorEvent('uncapturederror', { error }));
    expect(onFailure.mock.calls).toMatchObject([
      [{ reason: 'out-of-memory', message: 'The GPU ran out of memory: no room for a buffer' }],
    ]);
    await expect(compute()).rejects.toMatchObject({ code: 'DeviceLost' });
  });

  test('closing a device is not reported as a failure', async () => {
    await openDevice('webgpu', noFailure);
    const sum = sumOfSquares([tensor1d([1, 2])]);
    const reading = sum.data();
    closeDevice();
    await expect(reading).rejects.toMatchObject({ code: 'DeviceLost' });
  });

  test('an adapter without a working device is refused', async () => {
    vi.spyOn(navigator.gpu, 'requestAdapter').mockResolvedValue({
      info: { vendor: 'acme', architecture: 'rocket', device: '', description: '' },
      limits: {},
      features: new Set(),
      requestDevice: () => Promise.reject(new Error('no fuel')),
    } as unknown as GPUAdapter);
    try {
      const report = await openDevice('auto', noFailure);
      expect(report).toMatchObject({ device: 'simd' });
      expect(report.refused[0]!.reason).toBe('acme rocket does not work: Error: no fuel.');
      await expect(openDevice('webgpu', noFailure)).rejects.toMatchObject({ code: 'NoDevice' });
    } finally {
      vi.restoreAllMocks();
    }
  });
});
