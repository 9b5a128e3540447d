import type { Scalar, Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import {
  describeEachBackend,
  layoutOf,
  randomIntegers,
  randomTensor,
  read,
  readGradients,
  tensorOf,
} from '../../../test/helpers/each-device.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRows } from '../../data/batches/ragged.ts';
import { raggedTensors } from '../../kernels/shared/ragged-tensors.ts';
import { ILLEGAL_SCORE } from '../constraints.ts';
import { crfLoss, type CrfTensors } from '../op.ts';
import { entityPrior, partialCrfLoss } from './op.ts';
import { entityPriorReference, partialCrfLossReference, type PartialLossResult } from './reference.ts';

const CASES = [
  { name: 'one token', K: 3, lengths: [1] },
  { name: 'one sentence', K: 5, lengths: [6] },
  { name: '17 tags', K: 17, lengths: [9, 7, 7, 4, 2, 1, 1] },
  { name: 'transitions that are forbidden', K: 17, lengths: [30, 6, 1], isConstrained: true },
  { name: 'a model that is sure', K: 9, lengths: [20, 3], scale: 30 },
  { name: 'everything unknown', K: 9, lengths: [12, 5], open: 1 },
];

/** Scores, the tags of a path, and other tags that are allowed as well: for a third of the tokens, at random. */
function dataOf({ K, lengths, scale = 3, isConstrained = false, open = 1 / 3 }: (typeof CASES)[number]) {
  const layout = layoutOf(lengths);
  const N = raggedRows(layout);
  const path = { shape: [N], values: randomIntegers(N, 5, Math.ceil(K / 2)) };
  const transitions = randomTensor([K, K], 2);
  if (isConstrained) {
    // All transitions between tags of the lower half, which paths consist of, are legal.
    transitions.values.forEach((score, i) => {
      const isLegal = Math.floor(i / K) < K / 2 && i % K < K / 2;
      if (!isLegal && i % 3 > 0) transitions.values[i] = score + ILLEGAL_SCORE;
    });
  }
  const draws = randomIntegers(N * K, 6, 3);
  const unknown = randomIntegers(N, 7, 300).map((draw) => Number(draw < 300 * open));
  const excluded = Float32Array.from({ length: N * K }, (_, i) => {
    const n = Math.floor(i / K);
    const isAllowed = i % K === path.values[n] || (unknown[n] === 1 && (open === 1 || draws[i] === 0));
    return isAllowed ? 0 : ILLEGAL_SCORE;
  });
  return {
    layout,
    path,
    excluded: { shape: [N, K], values: excluded },
    emissions: randomTensor([N, K], 1, scale),
    transitions,
    start: randomTensor([K], 3),
    end: randomTensor([K], 4),
  };
}

type Data = ReturnType<typeof dataOf>;

const scoresOf = ({ emissions, transitions, start, end }: Data) => ({
  emissions: emissions.values,
  transitions: transitions.values,
  start: start.values,
  end: end.values,
});

/** Value and gradients of an op against its reference, for half of its value. */
async function expectReference(
  data: Data,
  op: (emissions: Tensor2D, crf: CrfTensors) => Scalar,
  expected: PartialLossResult,
): Promise<void> {
  const { emissions, transitions, start, end } = data;
  const { y, gradients } = await readGradients(
    () => (e, tr, s, n) => op(e as Tensor2D, { transitions: tr as Tensor2D, start: s as Tensor1D, end: n as Tensor1D }),
    [emissions, transitions, start, end],
    { shape: [], values: Float32Array.of(0.5) },
  );
  expectClose(y, [expected.loss], { ...TOLERANCES.forward, atol: 1e-4 }, 'loss'); // a difference of sums over tokens
  for (const [i, name] of (['dEmissions', 'dTransitions', 'dStart', 'dEnd'] as const).entries()) {
    const scaled = expected[name].map((value) => value / 2);
    expectClose(gradients[i]!, scaled, TOLERANCES.gradient, name);
  }
}

/** The ops on every backend of this environment against the reference. */
export function testPartialLabels(): void {
  describeEachBackend('partial labels', () => {
    test.each(CASES)('loss and gradient match the reference: $name', async (partial) => {
      const data = dataOf(partial);
      const { layout, path, excluded } = data;
      await expectReference(
        data,
        (e, crf) =>
          partialCrfLoss(e, crf, tensorOf(excluded) as Tensor2D, tensorOf(path) as Tensor1D, raggedTensors(layout)),
        partialCrfLossReference(scoresOf(data), excluded.values, path.values, layout),
      );
    });

    test('where every tag is known it is the loss of the tags', async () => {
      const data = dataOf({ name: '', K: 9, lengths: [9, 4, 1], open: 0 });
      const [partial, usual] = await read(() => {
        const [emissions, transitions] = [data.emissions, data.transitions].map((of) => tensorOf(of) as Tensor2D);
        const [start, end, path] = [data.start, data.end, data.path].map((of) => tensorOf(of) as Tensor1D);
        const crf = { transitions: transitions!, start: start!, end: end! };
        const sentences = raggedTensors(data.layout);
        const excluded = tensorOf(data.excluded) as Tensor2D;
        return [
          partialCrfLoss(emissions!, crf, excluded, path!, sentences),
          crfLoss(emissions!, crf, path!, sentences),
        ];
      });
      expectClose(partial!, [...usual!], TOLERANCES.forward, 'loss');
    });

    test.each([
      { name: 'more than expected', ratio: 0.1, margin: 0.05 },
      { name: 'less than expected', ratio: 0.95, margin: 0.01 },
      { name: 'within the margin', ratio: 0.6, margin: 0.6 },
    ])('the entity prior matches the reference: $name', async ({ ratio, margin }) => {
      const data = dataOf({ name: '', K: 5, lengths: [9, 4, 1], open: 0 });
      const prior = { ratio, margin, weight: 10 };
      const expected = entityPriorReference(scoresOf(data), 2, prior, data.layout);
      expect(expected.loss > 0).toBe(margin < 0.5);
      await expectReference(data, (e, crf) => entityPrior(e, crf, 2, prior, raggedTensors(data.layout)), expected);
    });
  });
}
