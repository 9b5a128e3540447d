import { expect, test } from 'vitest';
import { classesAsJson, foundClasses } from './classes.ts';

const range = { start: 0, end: 9 };
const tagged = {
  text: 'A fine film',
  result: {
    sentences: [
      {
        tokens: [],
        entities: [{ type: 'pos', ...range, first: 0, last: 2, probability: 0.7 }],
        otherReadings: [
          { entities: [{ type: 'neg', ...range }], probability: 0.2 },
          { entities: [{ type: 'mixed', ...range }], probability: 0.1 },
        ],
      },
    ],
    unknownLetters: [],
    milliseconds: 1,
  },
} as unknown as Parameters<typeof foundClasses>[0];

test('all classes with their probabilities, most probable first', () => {
  expect(foundClasses(tagged)).toEqual([
    { type: 'pos', probability: 0.7 },
    { type: 'neg', probability: 0.2 },
    { type: 'mixed', probability: 0.1 },
  ]);
  expect(JSON.parse(classesAsJson(tagged))).toEqual({
    text: 'A fine film',
    class: 'pos',
    probabilities: { pos: 0.7, neg: 0.2, mixed: 0.1 },
  });
});
