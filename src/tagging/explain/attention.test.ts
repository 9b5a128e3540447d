import { beforeAll, expect, test } from 'vitest';
import { newRun } from '../../../test/helpers/exported-models.ts';
import { useReferences } from '../../../test/helpers/tiny-run.ts';
import { memory } from '../../tensors/tensors.ts';
import { inspectAttention } from './attention.ts';

beforeAll(useReferences);

test('each word has weights for all words of its sentence', async () => {
  const { model } = await newRun({ settings: { attention: 'sentence' } });
  const before = memory().numTensors;
  const { tokens, weights } = await inspectAttention(model, { text: 'Mio left. Ada lives in Norrby.', sentence: 1 });
  expect(memory().numTensors).toBe(before);
  expect(tokens).toEqual(['Ada', 'lives', 'in', 'Norrby', '.']);
  for (let t = 0; t < 5; t++) {
    expect(weights.subarray(5 * t, 5 * t + 5).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  }
});
