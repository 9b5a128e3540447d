import { expect, test } from 'vitest';
import type { Tagged } from './tagging.ts';
import { asConll, asJson, foundEntities, foundInWords, markedEntities, otherReadings } from './entities.ts';

const tagged: Tagged = {
  text: 'Hi Anna.\nBye',
  result: {
    milliseconds: 2,
    unknownLetters: [],
    sentences: [
      {
        tokens: [
          { text: 'Hi', start: 0, end: 2, tag: 'O', probability: 1 },
          { text: 'Anna', start: 3, end: 7, tag: 'B-PER', probability: 0.9 },
        ],
        entities: [{ type: 'PER', start: 3, end: 7, first: 1, last: 1, probability: 0.9 }],
        otherReadings: [
          { entities: [{ type: 'LOC', start: 3, end: 7 }], probability: 0.06 },
          { entities: [], probability: 0.05 },
          {
            entities: [
              { type: 'MISC', start: 0, end: 2 },
              { type: 'PER', start: 3, end: 8 },
            ],
            probability: 0.05,
          },
          {
            entities: [
              { type: 'MISC', start: 0, end: 2 },
              { type: 'PER', start: 3, end: 7 },
            ],
            probability: 0.05,
          },
        ],
      },
      { tokens: [{ text: 'Bye', start: 9, end: 12, tag: 'O', probability: 1 }], entities: [], otherReadings: [] },
    ],
  },
};

test('entities have their text', () => {
  expect(foundEntities(tagged)).toEqual([{ type: 'PER', text: 'Anna', start: 3, end: 7, probability: 0.9 }]);
  expect(foundInWords(foundEntities(tagged))).toBe('PER Anna');
  expect(foundInWords([])).toBe('No entities.');
});

test('offsets count code points, marks use UTF-16 offsets', () => {
  const text = '😀 Anna';
  const entity = { type: 'PER', start: 3, end: 7, first: 1, last: 1, probability: 0.9 };
  const shifted: Tagged = {
    text,
    result: { milliseconds: 1, unknownLetters: [], sentences: [{ tokens: [], entities: [entity], otherReadings: [] }] },
  };
  expect(foundEntities(shifted)).toMatchObject([{ text: 'Anna', start: 2, end: 6 }]);
  expect(markedEntities(shifted)).toMatchObject([{ start: 3, end: 7 }]);
});

test('other readings show how they differ', () => {
  expect(otherReadings(tagged)).toEqual([
    { key: '0 0', differences: [{ type: 'LOC', text: 'Anna' }], probability: 0.06 },
    { key: '0 1', differences: [{ type: undefined, text: 'Anna' }], probability: 0.05 },
    {
      key: '0 2',
      differences: [
        { type: 'MISC', text: 'Hi' },
        { type: 'PER', text: 'Anna.' },
      ],
      probability: 0.05,
    },
    { key: '0 3', differences: [{ type: 'MISC', text: 'Hi' }], probability: 0.05 },
  ]);
});

test('copies', () => {
  expect(JSON.parse(asJson(tagged))).toEqual({ text: tagged.text, entities: foundEntities(tagged) });
  expect(asConll(tagged.result)).toBe('Hi O\nAnna B-PER\n\nBye O\n\n');
});
