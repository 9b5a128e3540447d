import { expect, test } from 'vitest';
import { Examples, MAX_EXAMPLES } from './examples.ts';
import type { TaggedChunk } from '../tagged-text.ts';

/** A chunk of one sentence, "Mio left". @param probability of the tag of its second token */
function chunk(probability: number, before = ''): TaggedChunk {
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

test('an example has the text of its sentence, and the token with the least probable tag', () => {
  const examples = new Examples();
  examples.add(EMPTY);
  examples.add(chunk(0.4, '🙂 So '));
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

test('keeps the first sentences of a long text, and the least sure of all', () => {
  const examples = new Examples();
  const count = 5 * MAX_EXAMPLES;
  const probabilityOf = (i: number) => ((i * 7919) % count) / (2 * count); // all distinct
  for (let i = 0; i < count; i++) examples.add(chunk(probabilityOf(i)));
  expect(examples.first.map(({ number }) => number)).toEqual(Array.from({ length: MAX_EXAMPLES }, (_, i) => i + 1));
  const sorted = Array.from({ length: count }, (_, i) => i).sort((a, b) => probabilityOf(a) - probabilityOf(b));
  expect(examples.leastSure.map(({ number }) => number - 1)).toEqual(sorted.slice(0, MAX_EXAMPLES));
});

test('ties are in the order of the text', () => {
  const examples = new Examples();
  for (const probability of [0.5, 0.3, 0.5, 0.3]) examples.add(chunk(probability));
  expect(examples.leastSure.map(({ number }) => number)).toEqual([2, 4, 1, 3]);
});
