import { expect, test } from 'vitest';
import type { TaggedChunk } from '../../tagging/tagged-text.ts';
import { leastSureOf } from './tag.ts';

/** A chunk of one sentence whose tags are all O. */
function chunk(words: string[], probabilities: number[]): TaggedChunk {
  const tokens = words.map((text, i) => ({ text, start: 2 * i, end: 2 * i + 1 }));
  const tagged = tokens.map((token, i) => ({ ...token, tag: 'O', probability: probabilities[i]! }));
  return {
    sentences: [{ text: words.join(' '), tokens }],
    tagged: [{ tokens: tagged, entities: [], otherReadings: [] }],
  };
}

test('writes the sentences that the model is least sure of, least sure first', async () => {
  const chunks = [
    chunk(['a', 'b'], [0.9, 0.6]),
    chunk(['c'], [0.99]),
    chunk(['d', 'e'], [0.5, 1]),
    chunk(['f'], [0.55]),
  ];
  expect(await leastSureOf(chunks, 3)).toBe('d O\ne O\n\nf O\n\na O\nb O\n\n');
});
