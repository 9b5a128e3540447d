import { beforeAll, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { newRun } from '../../test/helpers/exported-models.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { memory } from '../tensors/tensors.ts';
import { lastLayer } from './observe.ts';
import { emissionBatches } from './predict.ts';
import { sentenceAttention } from './sentence-attention.ts';
import { train } from './trainer.ts';
import { downloadWeights } from './weights.ts';

beforeAll(useReferences);

const A = 64;

test('the state of a token is that of the recurrent layer, plus the states that it attends to', async () => {
  const { model, data } = await newRun({ settings: { attention: 'sentence' } });
  const before = memory().numTensors;
  const { y, attended } = await lastLayer(model, data.train, 0);
  const found = await sentenceAttention(model, data.train, 0);
  expect(memory().numTensors).toBe(before);
  const weights = await downloadWeights(model.weights);
  const [q, k, v] = ['q', 'k', 'v'].map((name) => weights[`attention.${name}`]!.values) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const T = data.train.sentences[0]!.words.length;
  const DH = y.length / T;
  const times = (row: ArrayLike<number>, matrix: Float32Array, columns: number) =>
    Array.from({ length: columns }, (_, c) =>
      Array.from(row, (value, i) => value * matrix[i * columns + c]!).reduce((sum, one) => sum + one, 0),
    );
  const state = (t: number) => y.subarray(t * DH, (t + 1) * DH);
  const expectedWeights: number[] = [];
  const expected: number[] = [];
  for (let t = 0; t < T; t++) {
    const query = times(state(t), q, A);
    const scores = Array.from({ length: T }, (_, s) =>
      times(state(s), k, A).reduce((sum, key, i) => sum + key * query[i]!, 0),
    );
    const powers = scores.map((score) => Math.exp((score - Math.max(...scores)) / Math.sqrt(A)));
    const shares = powers.map((power) => power / powers.reduce((sum, one) => sum + one, 0));
    expectedWeights.push(...shares);
    const pooled = Array.from({ length: DH }, (_, i) =>
      shares.reduce((sum, share, s) => sum + share * state(s)[i]!, 0),
    );
    expected.push(...times(pooled, v, DH));
  }
  expectClose(found!, Float32Array.from(expectedWeights), TOLERANCES.gradient, 'weights');
  expectClose(attended!, Float32Array.from(expected), TOLERANCES.gradient, 'attended');
});

test('untrained, a model with attention is one without it; training changes all of its parameters', async () => {
  const settings = { seed: 3, epochs: 2, patience: 0 } as const;
  const [plain, attending] = [tinyRun(undefined, settings), tinyRun(undefined, { ...settings, attention: 'sentence' })];
  const emissionsOf = async ({ model, data }: typeof plain) => {
    for await (const { emissions } of emissionBatches(model, data.train)) return emissions.slice();
    return undefined;
  };
  expect(await emissionsOf(attending)).toEqual(await emissionsOf(plain));
  const before = await downloadWeights(attending.model.weights);
  for await (const _ of train(attending.model, attending.data)) continue;
  const after = await downloadWeights(attending.model.weights);
  for (const name of ['q', 'k', 'v']) {
    expect(after[`attention.${name}`]!.values).not.toEqual(before[`attention.${name}`]!.values);
  }
  expect(await sentenceAttention(plain.model, plain.data.train, 0)).toBeUndefined();
});
