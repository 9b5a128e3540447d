import { expect, test } from 'vitest';
import { corpusFile } from '../../../../test/app/samples.ts';
import { chosenFile, scorableFiles } from './derive.ts';

const files = (['train', 'dev', 'test'] as const).map((role, i) => corpusFile(i, `a.${role}`, role, 1, 1, 1));

test('a test file is scored first', () => {
  expect(scorableFiles(files).map(({ role }) => role)).toEqual(['test', 'dev', 'train']);
});

test('the choice holds while its file is there', () => {
  expect(chosenFile(files, 1)?.role).toBe('dev');
  expect(chosenFile(files, 9)?.role).toBe('test');
  expect(chosenFile([], 1)).toBeUndefined();
});
