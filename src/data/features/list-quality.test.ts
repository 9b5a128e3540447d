import { expect, test } from 'vitest';
import { listQuality } from './list-quality.ts';

test('a match is correct if it is exactly an entity', () => {
  const sentences = [
    { tokens: ['Old', 'Norrby', 'and', 'Mio'], spans: [{ start: 0, end: 2, type: 'LOC' }] },
    {
      tokens: ['Norrby', 'Road', ',', 'Mio'],
      spans: [
        { start: 0, end: 2, type: 'LOC' },
        { start: 3, end: 4, type: 'PER' },
      ],
    },
  ];
  const lists = [
    { name: 'places', names: ['Norrby', 'Old Norrby', 'Mio'], longest: 10 },
    { name: 'nothing', names: ['Weir'], longest: 4 },
  ];
  expect(listQuality(lists, sentences)).toEqual([
    {
      name: 'places',
      names: 3,
      matches: 4,
      entities: 2,
      types: [
        { type: 'LOC', correct: 1, precision: 1 / 4, recall: 1 / 2 },
        { type: 'PER', correct: 1, precision: 1 / 4, recall: 1 },
      ],
      misleading: [
        { text: 'Mio', matches: 2, wrong: 1 },
        { text: 'Norrby', matches: 1, wrong: 1 },
      ],
    },
    { name: 'nothing', names: 1, matches: 0, entities: 0, types: [], misleading: [] },
  ]);
});
