import { expect, test } from 'vitest';
import { modelName } from './run-start.ts';

test('a model is named after its training file', () => {
  expect(modelName('eng.train')).toBe('eng-model');
  expect(modelName('wikigold.conll.txt')).toBe('wikigold-model');
  expect(modelName('train (2).tsv')).toBe('train-model');
  expect(modelName('2 files (a.train … b.train)')).toBe('a-model');
  expect(modelName('Đề thi.conll')).toBe('Đề-model');
  expect(modelName('…')).toBe('tagsmith-model');
});
