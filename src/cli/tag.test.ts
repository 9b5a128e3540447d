import { expect, test } from 'vitest';
import type { TaggedChunk } from '../tagging/tagged-text.ts';
import { leastSureOf } from './tag.ts';

/** A sentence of these tokens, all outside, each so probable. */
function part(words: string[], probabilities: number[]): TaggedChunk {
  const tokens = words.map((text, i) => ({ text, start: 2 * i, end: 2 * i + 1 }));
  const tagged = tokens.map((token, i) => ({ ...token, tag: 'O', probability: probabilities[i]! }));
  return {
    sentences: [{ text: words.join(' '), tokens }],
    tagged: [{ tokens: tagged, entities: [], otherReadings: [] }],
  };
}

test('the sentences that the model is least sure of, the least sure first', async () => {
  const parts = [part(['a', 'b'], [0.9, 0.6]), part(['c'], [0.99]), part(['d', 'e'], [0.5, 1]), part(['f'], [0.55])];
  expect(await leastSureOf(parts, 3)).toBe('d O\ne O\n\nf O\n\na O\nb O\n\n');
});
