import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import {
  addN,
  backend,
  dispose,
  engine,
  fill,
  matMul,
  memory,
  ones,
  scalar,
  tensor1d,
  tidy,
  type Scalar,
  type Tensor,
  type Tensor1D,
} from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDevice, openDevice } from '../backend.ts';
import { sgdUpdate } from '../optimizer/op.ts';
import { missingGpu } from '../shared/testing.ts';
import { newTensor, runProgram, type ProgramCall } from './program.ts';

describe.skipIf(await missingGpu())('webgpu', () => {
  let gpu: WebGPUBackend;

  beforeAll(async () => {
    await openDevice('webgpu', ({ message }) => {
      throw new Error(message); // no program here is to be refused
    });
    gpu = backend() as WebGPUBackend;
  });

  afterAll(closeDevice);

  const values = async (x: Tensor) => [...(await x.data())];

  /** Runs WGSL over `x`, and gives the new tensors that it writes. */
  function runOn(x: Tensor1D, outputs: string[], main: string, shape: ProgramCall['shape']): Tensor[] {
    const infos = Object.fromEntries(outputs.map((output) => [output, newTensor(gpu, x.shape)]));
    runProgram(gpu, { name: main, inputs: { x }, outputs: infos, shape, main });
    return Object.values(infos).map((info) => engine().makeTensorFromTensorInfo(info));
  }

  describe('runProgram', () => {
    test('writes several outputs in one dispatch', async () => {
      const x = tensor1d([1, 2, 3]);
      const main = 'doubled[index] = 2.0 * x[index]; squared[index] = x[index] * x[index];';
      const [doubled, squared] = runOn(x, ['doubled', 'squared'], main, { invocations: 3 });
      expect(await values(doubled!)).toEqual([2, 4, 6]);
      expect(await values(squared!)).toEqual([1, 4, 9]);
      dispose([x, doubled!, squared!]);
    });

    test.each<ProgramCall['shape']>([{ invocations: 3 }, { grid: [1, 1], lanes: 3 }])(
      'binds what the code does not use: %o',
      async (shape) => {
        const x = tensor1d([1, 2, 3]);
        const [y] = runOn(x, ['y'], 'y[localIndex] = 7.0;', shape);
        expect(await values(y!)).toEqual([7, 7, 7]);
        dispose([x, y!]);
      },
    );

    test('folds a dispatch of more workgroups than fit in one dimension', async () => {
      const invocations = 65536 * 64 + 1;
      const x = ones([invocations]) as Tensor1D;
      const [y] = runOn(x, ['y'], 'y[index] = x[index] + f32(index % 2);', { invocations });
      const read = await y!.data();
      expect([read[0], read[1], read[invocations - 2], read[invocations - 1]]).toEqual([1, 2, 2, 1]);
      dispose([x, y!]);
    });
  });

  describe('updates in place', () => {
    const attrs = { learningRate: 1, clipNorm: 0, l2: 0, momentum: 0 };
    const ready = () => ({
      parameter: tensor1d([1, 2]),
      velocity: tensor1d([0, 0]),
      gradient: tensor1d([1, 1]),
      squaredNorm: scalar(2),
    });

    test('are seen by what was read before them', async () => {
      const inputs = ready();
      expect(await values(inputs.parameter)).toEqual([1, 2]); // never uploaded
      sgdUpdate(inputs, attrs);
      expect(await values(inputs.parameter)).toEqual([0, 1]);
      sgdUpdate(inputs, attrs);
      expect(await values(inputs.parameter)).toEqual([-1, 0]);
      dispose(inputs);
    });

    test('are seen when made while an earlier value is being read', async () => {
      const inputs = ready();
      sgdUpdate(inputs, attrs);
      const reading = inputs.parameter.data();
      sgdUpdate(inputs, attrs);
      expect([...(await reading)]).toEqual([0, 1]);
      expect(await values(inputs.parameter)).toEqual([-1, 0]);
      dispose(inputs);
    });
  });

  test('reading synchronously is an error', () => {
    const x = tensor1d([1, 2]);
    const [y] = runOn(x, ['y'], 'y[index] = x[index] - 1.0;', { invocations: 2 });
    expect(() => y!.dataSync()).toThrow('data()');
    dispose([x, y!]);
  });

  test('a tensor may be disposed of while it is being read', async () => {
    const x = tensor1d([1, 2]);
    const [y] = runOn(x, ['y'], 'y[index] = x[index] + 1.0;', { invocations: 2 });
    const reading = y!.data();
    dispose([x, y!]);
    expect([...(await reading)]).toEqual([2, 3]);
  });

  test.each([1, 2, 7, 8, 14, 30])('addN of %d tensors, more than a shader may bind', async (count) => {
    const before = { tensors: memory().numTensors, backendData: gpu.numDataIds() };
    const sum = tidy(() => addN(Array.from({ length: count }, (_, i) => scalar(i + 1))) as Scalar);
    expect(await values(sum)).toEqual([(count * (count + 1)) / 2]);
    sum.dispose();
    expect({ tensors: memory().numTensors, backendData: gpu.numDataIds() }).toEqual(before);
  });

  test('no product of matrices is split along its inner dimension: the parts would be added with atomics', async () => {
    const [x, dy] = [ones([2000, 12]), fill([2000, 12], 0.5)];
    const product = matMul(x, dy, true);
    expect((await product.data())[143]).toBe(1000);
    dispose([x, dy, product]);
    const { pipelineCache } = gpu as unknown as { pipelineCache: Record<string, unknown> };
    expect(Object.keys(pipelineCache).filter((key) => /splitK/i.test(key))).toEqual([]);
  });
});
