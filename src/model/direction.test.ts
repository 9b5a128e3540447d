import { beforeAll, describe, expect, test } from 'vitest';
import { tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import type { RunConfig } from '../config/schema.ts';
import { encodeCorpus } from '../data/batches/encode.ts';
import { parameterCount } from './parameters.ts';
import { emissionBatches } from './predict.ts';
import { downloadWeights, uploadWeights, type HostWeights } from './weights.ts';

const SENTENCE = ['Ada', 'lives', 'in', 'Norrby', '.'];

beforeAll(useReferences);

/** The tokens whose emissions change when the third word is replaced. */
async function tokensThatSee(
  settings: Partial<RunConfig>,
  change: (weights: HostWeights) => void = () => undefined,
): Promise<boolean[]> {
  const { model } = tinyRun(undefined, settings);
  const weights = await downloadWeights(model.weights);
  change(weights);
  model.weights = uploadWeights(weights);
  const sentences = [SENTENCE, SENTENCE.with(2, 'May')].map((tokens) => ({ tokens, tags: [] }));
  const K = model.vocabulary.tags.length;
  for await (const { emissions, batch } of emissionBatches(model, encodeCorpus(model.vocabulary, sentences))) {
    return SENTENCE.map((_, t) => {
      const rows = [0, 1].map((b) => batch.layout.stepOffsets[t]! + b);
      const [one, other] = rows.map((row) => emissions.subarray(row * K, (row + 1) * K).join(' '));
      return one !== other;
    });
  }
  return [];
}

describe.each(['lstm', 'gru', 'rnn'] as const)('direction with %s', (cell) => {
  test.each([1, 2])('decides which words a token knows, with %d layers', async (layers) => {
    expect(await tokensThatSee({ cell, layers })).toEqual([true, true, true, true, true]);
    expect(await tokensThatSee({ cell, layers, direction: 'forward' })).toEqual([false, false, true, true, true]);
    expect(await tokensThatSee({ cell, layers, direction: 'backward' })).toEqual([true, true, true, false, false]);
  });

  test('each direction of a second layer reads both directions of the first', async () => {
    const sees = (from: number, to: number) =>
      tokensThatSee({ cell, layers: 2 }, (weights) => weights['output.w']!.values.fill(0, from, to));
    const { model } = tinyRun(undefined, { cell, layers: 2 });
    const half = 6 * model.vocabulary.tags.length;
    expect(await sees(half, 2 * half)).toEqual([true, true, true, true, true]); // by its forward direction alone
    expect(await sees(0, half)).toEqual([true, true, true, true, true]);
  });

  test('a model of one direction has no parameters for the other', async () => {
    const { model } = tinyRun(undefined, { cell, layers: 2, direction: 'backward' });
    const weights = await downloadWeights(model.weights);
    const numbers = Object.values(weights).reduce((sum, { values }) => sum + values.length, 0);
    expect(parameterCount(model.config, model.vocabulary)).toBe(numbers);
    expect(weights['layer1.wh']!.shape).toEqual([1, 6, weights['layer1.wx']!.shape[1]]);
    expect(weights['output.w']!.shape[0]).toBe(6);
  });
});
