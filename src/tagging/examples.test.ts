import { expect, test } from 'vitest';
import { Examples, MOST_EXAMPLES } from './examples.ts';
import type { TaggedChunk } from './tagged-text.ts';

/** One sentence, "Mio left", of which the second token is so probable. */
function part(probability: number, before = ''): TaggedChunk {
  const at = before.length;
  const mio = { text: 'Mio', start: at, end: at + 3, tag: 'B-PER', probability: 0.9 };
  const left = { text: 'left', start: at + 4, end: at + 8, tag: 'O', probability };
  const entities = [{ type: 'PER', start: at, end: at + 3, first: 0, last: 0, probability: 0.8 }];
  const tokens = [mio, left];
  return { sentences: [{ text: `${before}Mio left.`, tokens }], tagged: [{ tokens, entities, otherReadings: [] }] };
}

const EMPTY: TaggedChunk = {
  sentences: [{ text: '', tokens: [] }],
  tagged: [{ tokens: [], entities: [], otherReadings: [] }],
};

test('a sentence is cut out of its text, and says of which token the model is least sure', () => {
  const examples = new Examples();
  examples.add(EMPTY);
  examples.add(part(0.4, '🙂 So '));
  expect(examples.first).toEqual([
    {
      number: 2,
      text: 'Mio left',
      tokens: ['Mio', 'left'],
      tags: ['B-PER', 'O'],
      entities: [{ type: 'PER', start: 0, end: 3, probability: 0.8 }],
      leastSure: { token: 1, probability: 0.4 },
    },
  ]);
});

test('of a long text the first sentences are kept, and the least sure of all', () => {
  const examples = new Examples();
  const count = 5 * MOST_EXAMPLES;
  const probabilityOf = (i: number) => ((i * 7919) % count) / (2 * count); // each another
  for (let i = 0; i < count; i++) examples.add(part(probabilityOf(i)));
  expect(examples.first.map(({ number }) => number)).toEqual(Array.from({ length: MOST_EXAMPLES }, (_, i) => i + 1));
  const sorted = Array.from({ length: count }, (_, i) => i).sort((a, b) => probabilityOf(a) - probabilityOf(b));
  expect(examples.leastSure.map(({ number }) => number - 1)).toEqual(sorted.slice(0, MOST_EXAMPLES));
});

test('of sentences that are equally sure the earlier comes first', () => {
  const examples = new Examples();
  for (const probability of [0.5, 0.3, 0.5, 0.3]) examples.add(part(probability));
  expect(examples.leastSure.map(({ number }) => number)).toEqual([2, 4, 1, 3]);
});
