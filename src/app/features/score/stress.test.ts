import { expect, test } from 'vitest';
import { csvOf } from '../../../lib/table-csv.ts';
import type { FileStress } from '../../../workers/wire/payloads.ts';
import { stressRows, stressTable } from './stress.ts';

const score = { precision: 0.5, recall: 0.4, f1: 0.44, support: 10, predicted: 8, correct: 4 };
const FOUND: FileStress = {
  file: 'a.test',
  score: { ...score, f1: 0.9 },
  tests: [
    {
      id: 'typos',
      label: 'typos',
      about: 'Typos.',
      score,
      difference: -0.46,
      interval: [-0.5, -0.4],
    },
  ],
};

test('the file as it is comes first', () => {
  expect(stressRows(FOUND).map(({ label, difference }) => [label, difference])).toEqual([
    ['as it is', undefined],
    ['typos', -0.46],
  ]);
});

test('as a file', () => {
  expect(csvOf(stressTable(FOUND))).toBe(
    'test,precision,recall,f1,support,difference,low,high\nas it is,0.5,0.4,0.9,10,,,\ntypos,0.5,0.4,0.44,10,-0.46,-0.5,-0.4\n',
  );
});
