import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import {
  add,
  backend,
  dispose,
  engine,
  fill,
  matMul,
  ones,
  scalar,
  tensor1d,
  zeros,
  type Tensor,
  type Tensor1D,
} from '../../tensors/tensors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDevice, openDevice } from '../../devices/open.ts';
import { optimizerUpdate } from '../optimizer/op.ts';
import { needsWebGpu } from '../../../test/helpers/requirements.ts';
import { matMul as multiply } from './mat-mul.ts';
import { productGradients } from './product-gradients.ts';
import { newTensor, runProgram, type ProgramCall } from './program.ts';

describe('webgpu', await needsWebGpu(), () => {
  let gpu: WebGPUBackend;

  beforeAll(async () => {
    await openDevice('webgpu', ({ message }) => {
      throw new Error(message); // every program here must be accepted
    });
    gpu = backend() as WebGPUBackend;
  });

  afterAll(closeDevice);

  const values = async (x: Tensor) => [...(await x.data())];

  /** Runs WGSL over `x`, and returns the new tensors that it writes. */
  function runOn(x: Tensor1D, outputs: string[], main: string, shape: ProgramCall['shape']): Tensor[] {
    const infos = Object.fromEntries(outputs.map((output) => [output, newTensor(gpu, x.shape)]));
    runProgram(gpu, { name: main, inputs: { x }, outputs: infos, shape, main });
    return Object.values(infos).map((info) => engine().makeTensorFromTensorInfo(info));
  }

  test('memory does not grow with the number of sizes that tensors have, and each is read as it is', async () => {
    const before = gpu.bufferManager.numBytesAllocated;
    for (let size = 1000; size < 1400; size++) {
      const x = fill([size], size);
      const y = add(x, 1);
      dispose([x, y]);
    }
    expect(gpu.bufferManager.numBytesAllocated - before).toBeLessThan(2 ** 18);
    const [x, y] = [fill([1001], 2), ones([1001])];
    const sum = add(x, y);
    expect(await values(sum)).toEqual(Array.from({ length: 1001 }, () => 3));
    dispose([x, y, sum]);
  });

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
    const attrs = { rule: 'sgd', learningRate: 1, clipNorm: 0, l2: 0, momentum: 0, nesterov: false } as const;
    const ready = () => {
      const parameter = tensor1d([1, 2]);
      const [gradient, state, squaredNorm] = [tensor1d([1, 1]), zeros([1, 2]), scalar(2)];
      const step = () => optimizerUpdate({ parameters: [parameter], gradients: [gradient], state, squaredNorm }, attrs);
      return { parameter, step, free: () => dispose([parameter, gradient, state, squaredNorm]) };
    };

    test('are seen by what was read before them', async () => {
      const { parameter, step, free } = ready();
      expect(await values(parameter)).toEqual([1, 2]); // never uploaded
      step();
      expect(await values(parameter)).toEqual([0, 1]);
      step();
      expect(await values(parameter)).toEqual([-1, 0]);
      free();
    });

    test('are seen when made while an earlier value is being read', async () => {
      const { parameter, step, free } = ready();
      step();
      const reading = parameter.data();
      step();
      expect([...(await reading)]).toEqual([0, 1]);
      expect(await values(parameter)).toEqual([-1, 0]);
      free();
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

  test('a product with more tiles than workgroups in one dimension has several rows of workgroups', async () => {
    const [x, y] = [ones([3, 5]), fill([5, 200], 0.5)]; // 7 tiles, in 3 rows of 3 workgroups
    const product = engine().makeTensorFromTensorInfo(multiply(gpu, x, y, { mostAcross: 3 }));
    expect([...(await product.data())]).toEqual(Array(600).fill(2.5));
    dispose([x, y, product]);
  });

  test('so do the gradients of a product', async () => {
    const [dy, x, w] = [ones([40, 100]), fill([40, 50], 0.5), fill([50, 100], 2)]; // 4 and 8 tiles, in 3 rows of 5 workgroups
    const { dx, dw, db } = productGradients(gpu, dy, x, w, 5);
    const tensors = [dx, dw, db].map((info) => engine().makeTensorFromTensorInfo(info));
    const values = await Promise.all(tensors.map((tensor) => tensor.data()));
    expect(values.map((all) => [...new Set(all)])).toEqual([[200], [20], [40]]);
    expect(values.map((all) => all.length)).toEqual([2000, 5000, 100]);
    dispose([dy, x, w, ...tensors]);
  });

  test('products of all sizes, transposed or not, share one program, which is not that of TF.js', async () => {
    const keys = () => Object.keys((gpu as unknown as { pipelineCache: Record<string, unknown> }).pipelineCache);
    for (const [rows, inner, columns] of [
      [12, 2000, 12],
      [33, 1, 65],
      [64, 32, 128],
    ] as const) {
      const [x, y] = [ones([inner, rows]), fill([columns, inner], 0.5)];
      const product = matMul(x, y, true, true);
      const values = await product.data();
      expect(values.every((value) => value === inner / 2)).toBe(true);
      dispose([x, y, product]);
    }
    // TF.js has a variant for a single row of workgroups.
    const ours = new Set(keys().flatMap((key) => (/MatMul/i.test(key) ? [key.replace(/flatDispatch$/, '')] : [])));
    expect([...ours]).toEqual([expect.stringMatching(/^Tagsmith\/MatMul /)]);
  });
});
