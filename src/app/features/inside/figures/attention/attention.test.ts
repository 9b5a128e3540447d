import { expect, test } from 'vitest';
import { csvOf } from '../../../../../lib/table-csv.ts';
import type { SentenceAttention } from '../../../../../tagging/explain/attention.ts';
import { attentionRows, attentionTable, attentionText } from './attention.ts';

const FOUND: SentenceAttention = {
  tokens: ['New', 'York', 'New', '.'],
  weights: Float32Array.from([0.5, 0.25, 0.25, 0, 0.1, 0.2, 0.3, 0.4, 0, 0, 1, 0, 0.25, 0.25, 0.25, 0.25]),
  milliseconds: 1,
};

test('a row for each token, in percent', () => {
  const [first] = attentionRows(FOUND);
  expect(first!.cells.map(({ text }) => text)).toEqual(['50', '25', '25', '0']);
  expect(attentionText(FOUND, 1)).toBe('“York” attends most to “.” (40%), “New” (30%) and “York” (20%).');
  expect(attentionText({ ...FOUND, tokens: ['New'], weights: Float32Array.of(1) }, 0)).toBe(
    '“New” attends most to “New” (100%).',
  );
});

test('a column for each token, also of a repeated word', () => {
  expect(csvOf(attentionTable(FOUND)).split('\n').slice(0, 2)).toEqual([
    'token,New,York,New (2),.',
    'New,0.500000,0.250000,0.250000,0.000000',
  ]);
});
