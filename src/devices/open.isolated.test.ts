import { getBackend, tensor1d } from '../tensors/tensors.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { closeDevice, chooseGpu, loseDevice, openDevice } from './open.ts';
import type { DeviceFailure } from '../kernels/shared/device-failure.ts';
import { sumOfSquares } from '../kernels/optimizer/op.ts';
import { describeAdapter } from './gpu.ts';

const info = (fields: Partial<Parameters<typeof describeAdapter>[0]>) => ({
  vendor: '',
  architecture: '',
  device: '',
  description: '',
  ...fields,
});

describe('describeAdapter', () => {
  test.each([
    [{ vendor: 'nvidia', architecture: 'ampere' }, 'nvidia ampere'],
    [{ vendor: 'intel', architecture: 'gen-12lp', description: 'Intel(R) Iris(R) Xe' }, 'Intel(R) Iris(R) Xe'],
    [{ vendor: 'apple', architecture: 'common-3', isFallbackAdapter: false }, 'apple common-3'],
    [{ vendor: 'amd', device: '0x73bf' }, 'amd 0x73bf'],
    [{}, 'unnamed GPU'],
  ])('%o is a GPU', (fields, name) => {
    expect(describeAdapter(info(fields))).toEqual({ name, software: false });
  });

  test.each([
    [{ vendor: 'google', architecture: 'swiftshader' }, 'google swiftshader (software)'],
    [
      { vendor: 'google', architecture: 'swiftshader', description: 'SwiftShader driver 5.0.0' },
      'SwiftShader driver 5.0.0 (software)',
    ],
    [
      { vendor: 'mesa', description: 'llvmpipe (LLVM 15.0.6, 256 bits)' },
      'llvmpipe (LLVM 15.0.6, 256 bits) (software)',
    ],
    [{ vendor: 'microsoft', description: 'Microsoft Basic Render Driver' }, 'Microsoft Basic Render Driver (software)'],
    [{ vendor: 'microsoft', architecture: 'warp' }, 'microsoft warp (software)'],
    [{ vendor: 'acme', isFallbackAdapter: true }, 'acme (software)'],
  ])('%o is a software adapter', (fields, name) => {
    expect(describeAdapter(info(fields))).toEqual({ name, software: true });
  });
});

describe('chooseGpu', () => {
  const hardware = { name: 'nvidia ampere', software: false };
  const software = { name: 'swiftshader (software)', software: true };
  const none = { missing: 'This browser has no WebGPU.' };

  test.each(['auto', 'webgpu'] as const)('%s uses a GPU', (choice) => {
    expect(chooseGpu(choice, hardware)).toEqual({ use: hardware });
  });

  test.each(['auto', 'webgpu'] as const)('%s reports why there is none', (choice) => {
    expect(chooseGpu(choice, none)).toEqual({ refused: none.missing });
  });

  test('a software adapter is used only if webgpu is requested', () => {
    expect(chooseGpu('webgpu', software)).toEqual({ use: software });
    expect(chooseGpu('auto', software)).toEqual({
      refused: expect.stringMatching(/^swiftshader \(software\) emulates a GPU/) as string,
    });
  });
});

const noFailure = () => {
  throw new Error('unexpected failure of the device');
};

describe('threads of simd in Node', () => {
  afterEach(closeDevice);

  test('are as many as requested, but at most 8', async () => {
    const counts = [];
    for (const threads of [1, 2, 100]) counts.push((await openDevice('simd', noFailure, threads)).threads);
    expect(counts).toEqual([1, 2, 8]);
  });

  test('report a failure once; nothing can be computed until simd is reopened, with one thread', async () => {
    const failures: DeviceFailure[] = [];
    await openDevice('simd', (failure) => failures.push(failure), 2);
    const x = tensor1d([1, 2, 3]);
    loseDevice();
    expect(failures).toMatchObject([{ reason: 'error' }]);
    expect(() => sumOfSquares([x])).toThrow(expect.objectContaining({ code: 'DeviceLost' }) as Error);

    const report = await openDevice('simd', noFailure, 2);
    expect(report).toMatchObject({ threads: 1 });
    expect(report.oneThread).toContain(failures[0]!.message);
    expect([...sumOfSquares([tensor1d([1, 2, 3])]).dataSync()]).toEqual([14]);
    expect(failures).toHaveLength(1);
  });
});

describe('openDevice in Node, without the package webgpu', () => {
  afterEach(closeDevice);

  test('auto opens simd and says how to get webgpu', async () => {
    const report = await openDevice('auto', noFailure);
    expect(report).toMatchObject({
      device: 'simd',
      refused: [{ device: 'webgpu', reason: expect.stringContaining('npm install webgpu') as string }],
    });
    expect(getBackend()).toBe('simd');
  });

  test('webgpu throws an error that says what to do', async () => {
    const error: unknown = await openDevice('webgpu', noFailure).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'NoDevice',
      message: expect.stringMatching(/npm install webgpu.*Choose simd/) as string,
    });
  });
});
