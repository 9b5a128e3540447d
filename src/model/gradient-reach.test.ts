import { beforeAll, expect, test } from 'vitest';
import { tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { memory } from '../tensors/tensors.ts';
import { gradientReach, withUntrainedCell } from './gradient-reach.ts';
import { emissionBatches } from './predict.ts';
import { replaceWeights } from './model.ts';
import { downloadWeights } from './weights.ts';

beforeAll(useReferences);

test.each(['lstm', 'gru', 'rnn'] as const)('%s: the norms are those of finite differences', async (cell) => {
  // Without characters, the input of a word is its vector; every word of the sentence occurs once.
  const { model, data } = tinyRun(undefined, { cell, charEncoder: 'none', wordDim: 3 });
  const [tag, K] = [1, model.vocabulary.tags.length];
  const sentence = data.train.sentences[0]!;
  const T = sentence.words.length;
  const before = memory().numTensors;
  const reach = await gradientReach(model, data.train, 0, tag);
  expect(memory().numTensors).toBe(before);
  expect(reach.map(({ source }) => source)).toEqual([...Array(T).keys()]);
  const weights = await downloadWeights(model.weights);
  const { shape, values } = weights['words']!;
  const emission = async (source: number, word: number, vector: ArrayLike<number>) => {
    const changed = values.slice();
    changed.set(Float32Array.from(vector), word * 3);
    replaceWeights(model, { ...weights, words: { shape, values: changed } });
    for await (const { emissions } of emissionBatches(model, { ...data.train, sentences: [sentence] }))
      return emissions[source * K + tag]!;
    return NaN;
  };
  for (const [source, t] of [
    [0, 3],
    [4, 1],
    [2, 2],
  ] as const) {
    const word = sentence.words[t]!;
    const vector = values.subarray(word * 3, word * 3 + 3);
    const slopes = [];
    for (const i of [0, 1, 2]) {
      const at = (step: number) => emission(source, word, vector.with(i, vector[i]! + step));
      slopes.push(((await at(0.01)) - (await at(-0.01))) / 0.02); // emissions are rounded to float32
    }
    expect(reach[source]!.norms[t]).toBeCloseTo(Math.hypot(...slopes), 3);
  }
});

test('an untrained cell has own layers, and leaves the model and the memory as they were', async () => {
  const { model, data } = tinyRun(undefined, { cell: 'lstm' });
  const before = memory().numTensors;
  const names = await withUntrainedCell(model, 'rnn', async (untrained) => {
    expect(untrained.weights['words']).toBe(model.weights['words']);
    expect(await gradientReach(untrained, data.train, 0, 0)).toHaveLength(6);
    return untrained.weights['layer0.wh']!.shape;
  });
  expect([names, model.config.cell, memory().numTensors]).toEqual([[2, 6, 6], 'lstm', before]);
});

test('self-attention is untrained, too', async () => {
  const { model } = tinyRun(undefined, { cell: 'lstm', attention: 'sentence' });
  const names = Object.keys(model.weights).filter((name) => name.startsWith('attention.'));
  expect(names.length).toBeGreaterThan(0);
  await withUntrainedCell(model, 'gru', async ({ weights }) => {
    for (const name of names) expect(weights[name]).not.toBe(model.weights[name]);
  });
});

test('of a long sentence, some tokens are differentiated', async () => {
  const { model, data } = tinyRun();
  const [first] = data.train.sentences;
  const long = { ...first!, tags: new Int32Array(0) };
  for (const [length, every] of [
    [130, 3],
    [600, 60],
  ] as const) {
    const repeated = (of: Int32Array) => Int32Array.from({ length }, (_, i) => of[i % of.length]!);
    const sentence = { ...long, words: repeated(long.words), forms: repeated(long.forms) };
    const reach = await gradientReach(model, { ...data.train, sentences: [sentence] }, 0, 0);
    expect(reach.map(({ source }) => source).slice(0, 3)).toEqual([0, every, 2 * every]);
    expect([reach.length, reach[0]!.norms.length]).toEqual([Math.ceil(length / every), length]);
  }
});
