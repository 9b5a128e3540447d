import { expect, test } from 'vitest';
import { sliceScores } from '../../../../test/app/score-samples.ts';
import { csvOf } from '../../../lib/table-csv.ts';
import { sliceName, slicingInWords, slicingsOf } from './slice-names.ts';
import { sliceTable } from './SliceTable.tsx';

test('slices have names', () => {
  expect(sliceName('seen', 'vectors').name).toBe('Vectors only');
  expect(sliceName('entityLength', '1').name).toBe('1 token');
  expect(sliceName('sentenceLength', '1–10').name).toBe('1–10 tokens');
});

test('without training files the slices by what was seen are unavailable', () => {
  const scores = sliceScores();
  expect(slicingsOf(scores)).toEqual(['seen', 'entityLength', 'sentenceLength']);
  expect(slicingsOf({ ...scores, seen: undefined })).toEqual(['entityLength', 'sentenceLength']);
});

test('training data that is not loaded is named', () => {
  const trainedOn = { files: 'a.train', sentences: 1200, areLoaded: true };
  expect(slicingInWords('seen', trainedOn)).toContain('compared with a.train.');
  expect(slicingInWords('entityLength', trainedOn)).toBe('By the number of tokens of the entity.');
  expect(slicingInWords('sentenceLength', { ...trainedOn, areLoaded: false })).toMatch(
    /^By the number of tokens of the sentence\. Seen .* is loaded: a\.train \(1,200 sentences\)\.$/,
  );
});

test('all slicings are saved as one table', () => {
  const [header, first, ...others] = csvOf(sliceTable(sliceScores())).trimEnd().split('\n');
  expect(header).toBe('slicing,slice,precision,recall,f1,support,predicted,correct');
  expect(first).toMatch(/^seen,seen,0\.\d+,/);
  expect(others).toHaveLength(13);
});
