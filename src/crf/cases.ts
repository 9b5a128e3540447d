import type { Tensor1D, Tensor2D } from '../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { raggedRow, raggedRows } from '../data/batches/ragged.ts';
import { run } from '../kernels/shared/kernel.ts';
import { raggedTensors } from '../kernels/shared/ragged-tensors.ts';
import {
  describeEachBackend,
  layoutOf,
  randomIntegers,
  randomTensor,
  read,
  readGradients,
  tensorOf,
} from '../../test/helpers/each-device.ts';
import { sentenceEmissions, viterbi } from './decode.ts';
import { crfLoss, CrfLoss, viterbiTags } from './op.ts';
import { crfLossReference, pathScoreReference } from './reference.ts';

/** Random scores of a batch of sentences. */
interface CrfCase {
  name: string;
  K: number;
  lengths: number[];
  /** Emissions are within ±scale. */
  scale?: number;
  /** Value of all emissions, instead of random ones. */
  constant?: number;
  /** Penalties of −1e4, as added by constraints: on some starts, ends and transitions off the gold path, or on every transition. */
  penalties?: 'off gold' | 'everywhere';
  /** Scores so large that float32 resolves them coarsely. */
  extreme?: boolean;
}

const SENTENCES = [9, 7, 7, 4, 2, 1, 1];

const CASES: CrfCase[] = [
  { name: 'one token', K: 3, lengths: [1] },
  { name: 'one sentence', K: 5, lengths: [6] },
  { name: 'one token each', K: 4, lengths: [1, 1, 1, 1, 1] },
  ...[1, 2, 9, 17, 33, 73].map((K) => ({ name: `${K} tags`, K, lengths: SENTENCES })),
  { name: 'more tags than a workgroup may have invocations', K: 260, lengths: [3, 1] },
  { name: 'very different lengths', K: 9, lengths: [70, 2, 1, 1, 1] },
  { name: 'more sentences than a workgroup has invocations', K: 3, lengths: Array.from({ length: 70 }, () => 2) },
  { name: 'all scores equal', K: 5, lengths: SENTENCES, scale: 0 },
  { name: 'penalties', K: 9, lengths: SENTENCES, penalties: 'off gold' },
  { name: 'penalties and 17 tags', K: 17, lengths: [40, 12, 3, 1], penalties: 'off gold' },
  {
    name: 'every transition penalised',
    K: 4,
    lengths: [4, 3, 1],
    penalties: 'everywhere',
    extreme: true,
  },
  {
    name: 'scores of ±1e4',
    K: 5,
    lengths: [5, 3, 1],
    scale: 1e4,
    extreme: true,
  },
  {
    name: 'all scores 1e4',
    K: 5,
    lengths: [5, 3, 1],
    constant: 1e4,
    extreme: true,
  },
  {
    name: 'all scores -1e4',
    K: 5,
    lengths: [5, 3, 1],
    constant: -1e4,
    extreme: true,
  },
];

const PENALTY = -1e4;

function dataOf({ K, lengths, scale = 3, constant, penalties }: CrfCase) {
  const layout = layoutOf(lengths);
  const N = raggedRows(layout);
  const emissions = randomTensor([N, K], 1, scale);
  if (constant !== undefined) emissions.values.fill(constant);
  const parameterScale = scale === 0 ? 0 : 1;
  const transitions = randomTensor([K, K], 2, parameterScale);
  const start = randomTensor([K], 3, parameterScale);
  const end = randomTensor([K], 4, parameterScale);
  const tags = { shape: [N], values: randomIntegers(N, 5, K) };
  if (penalties === 'off gold') {
    // Gold tags are in the lower half, between which all transitions are legal; of the others, two thirds are illegal.
    const legal = Math.ceil(K / 2);
    tags.values.forEach((tag, n) => (tags.values[n] = tag % legal));
    for (let j = 0; j < K; j++) {
      for (let k = 0; k < K; k++) {
        if ((j >= legal || k >= legal) && (j + k) % 3 !== 0) transitions.values[j * K + k]! += PENALTY;
      }
      if (j >= legal && j % 3 !== 0) start.values[j]! += PENALTY;
      if (j >= legal && j % 3 !== 1) end.values[j]! += PENALTY;
    }
  }
  if (penalties === 'everywhere') transitions.values.forEach((score, i) => (transitions.values[i] = score + PENALTY));
  return { layout, emissions, transitions, start, end, tags };
}

type CrfData = ReturnType<typeof dataOf>;

const kernelInputs = ({ layout, emissions, transitions, start, end, tags }: CrfData) => ({
  ...raggedTensors(layout),
  emissions: tensorOf(emissions) as Tensor2D,
  transitions: tensorOf(transitions) as Tensor2D,
  start: tensorOf(start) as Tensor1D,
  end: tensorOf(end) as Tensor1D,
  tags: tensorOf(tags) as Tensor1D,
});

const scoresOf = ({ emissions, transitions, start, end }: CrfData) => ({
  emissions: emissions.values as Float32Array,
  transitions: transitions.values as Float32Array,
  start: start.values as Float32Array,
  end: end.values as Float32Array,
});

const reference = (data: CrfData) => crfLossReference(scoresOf(data), data.tags.values, data.layout);

/** The tags of each sentence, as returned by the op. */
async function readPaths({ layout, emissions, transitions, start, end }: CrfData): Promise<number[][]> {
  const [tags] = await read(() => {
    const crf = {
      transitions: tensorOf(transitions) as Tensor2D,
      start: tensorOf(start) as Tensor1D,
      end: tensorOf(end) as Tensor1D,
    };
    return [viterbiTags(tensorOf(emissions) as Tensor2D, crf, raggedTensors(layout))];
  });
  return Array.from(layout.lengths, (length, b) => Array.from({ length }, (_, t) => tags![raggedRow(layout, b, t)]!));
}

const bestPaths = (data: CrfData) =>
  Array.from(data.layout.lengths, (_, b) => {
    const scores = scoresOf(data);
    return viterbi(sentenceEmissions(scores.emissions, scores.start.length, data.layout, b), scores);
  });

const scoresOfPaths = (data: CrfData, paths: number[][]) => ({
  found: paths.map((path, b) => pathScoreReference(scoresOf(data), path, data.layout, b)),
  best: bestPaths(data).map(({ score }) => score),
});

/** The ops on every backend of this environment against the reference. */
export function testCrf(): void {
  describeEachBackend('crf', () => {
    test.each(CASES)('loss and gradient match the reference: $name', async (crfCase) => {
      const data = dataOf(crfCase);
      const { layout, emissions, transitions, start, end, tags } = data;
      const expected = reference(data);
      const dy = 0.5; // as in a mean over two sentences
      const { y, gradients } = await readGradients(
        () => {
          const gold = tensorOf(tags) as Tensor1D;
          const sentences = raggedTensors(layout);
          return (e, tr, s, n) => {
            const crf = { transitions: tr as Tensor2D, start: s as Tensor1D, end: n as Tensor1D };
            return crfLoss(e as Tensor2D, crf, gold, sentences);
          };
        },
        [emissions, transitions, start, end],
        { shape: [], values: Float32Array.of(dy) },
      );

      const { extremeScores, forward, gradient } = TOLERANCES;
      const loss = expected.losses.reduce((sum, sentenceLoss) => sum + sentenceLoss, 0);
      expectClose(y, [loss], crfCase.extreme ? extremeScores : forward, 'loss');
      for (const [i, name] of (['dEmissions', 'dTransitions', 'dStart', 'dEnd'] as const).entries()) {
        const scaled = expected[name].map((value) => dy * value);
        expectClose(gradients[i]!, scaled, crfCase.extreme ? extremeScores : gradient, name);
      }
    });

    test.each(CASES)('no path is better than the best: $name', async (crfCase) => {
      const data = dataOf(crfCase);
      const { found, best } = scoresOfPaths(data, await readPaths(data));
      expectClose(found, best, crfCase.extreme ? TOLERANCES.extremeScores : TOLERANCES.forward, 'score');
    });

    test.each(CASES.filter(({ extreme }) => !extreme))(
      'the best path is that of the reference: $name',
      async (crfCase) => {
        const data = dataOf(crfCase);
        expect(await readPaths(data)).toEqual(bestPaths(data).map(({ tags }) => [...tags]));
      },
    );

    test('of equal paths that of the lowest tags is taken', async () => {
      const data = dataOf({ name: '', K: 5, lengths: SENTENCES, scale: 0 });
      expect(new Set((await readPaths(data)).flat())).toEqual(new Set([0]));
    });

    test('each sentence has its own loss', async () => {
      const data = dataOf({ name: '', K: 9, lengths: SENTENCES });
      const [losses] = await read(() => [run(CrfLoss, kernelInputs(data), {})[0]]);
      expectClose(losses!, reference(data).losses, TOLERANCES.forward, 'losses');
    });

    test('the same inputs give the same bits', async () => {
      const data = dataOf({ name: '', K: 9, lengths: SENTENCES });
      const outputs = () => read(() => [...run(CrfLoss, kernelInputs(data), {})]);
      expect(await outputs()).toEqual(await outputs());
    });
  });
}
