import { setBackend, type Tensor1D, type Tensor2D } from '../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { raggedRow, raggedRows, type Ragged } from '../data/batches/ragged.ts';
import { run } from '../kernels/shared/kernel.ts';
import { raggedTensors } from '../kernels/shared/ragged-tensors.ts';
import { layoutOf, randomIntegers, randomTensor, read, tensorOf } from '../../test/helpers/each-device.ts';
import { installSimdBackend } from '../devices/simd.ts';
import { loadSimdModule } from '../kernels/simd/module.ts';
import { CrfLoss } from './op.ts';
import { crfLossReference } from './reference.ts';

// Limits of the kernel's arithmetic: it adds exponentials in float32, and must detect when that is not precise enough.

interface Problem {
  K: number;
  layout: Ragged;
  emissions: Float32Array; // [N, K]
  transitions: Float32Array; // [K, K]
  start: Float32Array; // [K]
  end: Float32Array; // [K]
  tags: Int32Array; // [N]
}

/** @param scale of emissions, which are within ±scale */
function randomProblem(K: number, lengths: number[], scale = 3): Problem {
  const layout = layoutOf(lengths);
  const N = raggedRows(layout);
  const random = (shape: number[], seed: number, within: number) =>
    randomTensor(shape, seed, within).values as Float32Array;
  return {
    K,
    layout,
    emissions: random([N, K], 1, scale),
    transitions: random([K, K], 2, 1),
    start: random([K], 3, 1),
    end: random([K], 4, 1),
    tags: randomIntegers(N, 5, K),
  };
}

/** [losses, dEmissions, dTransitions, dStart, dEnd] */
function runKernel({ K, layout, ...values }: Problem): Promise<Float32Array[]> {
  const vector = (data: Float32Array | Int32Array) => tensorOf({ shape: [data.length], values: data }) as Tensor1D;
  const matrix = (data: Float32Array) => tensorOf({ shape: [data.length / K, K], values: data }) as Tensor2D;
  return read(() => [
    ...run(
      CrfLoss,
      {
        ...raggedTensors(layout),
        emissions: matrix(values.emissions),
        transitions: matrix(values.transitions),
        start: vector(values.start),
        end: vector(values.end),
        tags: vector(values.tags),
      },
      {},
    ),
  ]);
}

async function expectReference(problem: Problem): Promise<void> {
  const [losses, ...gradients] = await runKernel(problem);
  const expected = crfLossReference(problem, problem.tags, problem.layout);
  expectClose(losses!, expected.losses, TOLERANCES.forward, 'losses');
  const { dEmissions, dTransitions, dStart, dEnd } = expected;
  for (const [i, gradient] of [dEmissions, dTransitions, dStart, dEnd].entries()) {
    expectClose(gradients[i]!, gradient, TOLERANCES.gradient, ['dEmissions', 'dTransitions', 'dStart', 'dEnd'][i]!);
  }
}

// The other tests of the kernel run the relaxed SIMD module if the engine supports it.
describe('CRF loss on simd, baseline module', () => {
  beforeAll(async () => {
    await installSimdBackend(() => loadSimdModule('baseline'));
    await setBackend('simd');
  });

  test.each([
    [64, [60, 59, 3]],
    [2, [500, 1]],
    [130, [4, 2]],
  ])('%i tags, sentences of %o tokens', async (K, lengths) => {
    await expectReference(randomProblem(K, lengths));
  });

  test.each([15, 50, 1e3, 1e4])('emissions of ±%d', async (scale) => {
    await expectReference(randomProblem(17, [80, 20, 1], scale));
  });

  test.each([30, 60, 80, 90, 200, 1e4])('two transitions of three penalised by %d', async (penalty) => {
    const problem = randomProblem(17, [80, 20, 1], 12);
    problem.transitions.forEach((score, i, all) => (all[i] = i % 3 === 1 ? score : score - penalty));
    await expectReference(problem);
  });

  test('transitions of ±1e4', async () => {
    const problem = randomProblem(9, [80, 20, 1]);
    problem.transitions.forEach((score, i, all) => (all[i] = 1e4 * score));
    await expectReference(problem);
  });

  // The last tag can only be entered and left with a penalty, and gains a little at each token. When it is entered, its
  // probability is below the range of float32, but at the end the paths through it are about as good as the others.
  test.each([
    { penalty: 60, gain: 1.2 },
    { penalty: 100, gain: 2 },
    { penalty: 250, gain: 5 },
    { penalty: 1e4, gain: 200 },
  ])('a path that pays off late: penalty $penalty, gain $gain a token', async ({ penalty, gain }) => {
    const K = 3;
    const problem = randomProblem(K, [120, 120], 0.5);
    const { layout, emissions, transitions, start, end } = problem;
    for (let k = 0; k < K - 1; k++) {
      transitions[k * K + K - 1]! -= penalty;
      transitions[(K - 1) * K + k]! -= penalty;
    }
    start[K - 1]! -= penalty;
    end[K - 1]! -= penalty;
    for (let b = 0; b < 2; b++) {
      for (let t = 10; t < 110; t++) emissions[raggedRow(layout, b, t) * K + K - 1]! += gain;
    }
    const pathsThroughIt = crfLossReference(problem, problem.tags, layout).dEmissions[
      raggedRow(layout, 0, 60) * K + K - 1
    ]!;
    expect(Math.abs(pathsThroughIt)).toBeGreaterThan(1e-4);
    await expectReference(problem);
  });

  test('a model sure of the gold tags has a loss of 0, within rounding', async () => {
    const problem = randomProblem(17, [300, 100]);
    problem.tags.forEach((tag, n) => (problem.emissions[n * 17 + tag]! += 40));
    const [losses, dEmissions] = await runKernel(problem);
    expectClose(losses!, [0, 0], { rtol: 0, atol: 1e-5 }, 'losses');
    expectClose(dEmissions!, new Float32Array(dEmissions!.length), TOLERANCES.gradient, 'dEmissions');
  });

  test.each(['emissions', 'transitions', 'start', 'end'] as const)(
    'NaN among the %s shows in the loss',
    async (where) => {
      const problem = randomProblem(5, [4, 3]);
      problem[where].fill(NaN, 3, 4);
      const [losses] = await runKernel(problem);
      expect(losses![0]).toBeNaN();
    },
  );
});
