import { afterEach, expect, test } from 'vitest';
import { corpusFile, VECTORS, workspaceOf } from '../../../test/app/samples.ts';
import { fileBehind, forgetFile, keepFiles, takeKeptFiles } from './kept-files.ts';

const file = (name: string) => new File(['x'], name);

afterEach(() => void takeKeptFiles());

const corpora = corpusFile(7, 'x.train', 'train', 1, 1, 1);

test('a file is found behind its number', () => {
  const [train, glove] = [file('x.train'), file('glove.6B.100d.txt')];
  keepFiles([train, glove], workspaceOf({}), workspaceOf({ files: [corpora], vectors: VECTORS }));
  expect(fileBehind(7)).toBe(train);
  expect(fileBehind(VECTORS.id)).toBe(glove);
  forgetFile(7);
  expect(fileBehind(7)).toBeUndefined();
  expect(takeKeptFiles()).toEqual([glove]);
});

test('a zip of two corpora comes back whole only while both are gone together', () => {
  const zip = file('both.zip');
  const other = { ...corpora, id: 8, name: 'x.dev' };
  keepFiles([zip], workspaceOf({}), workspaceOf({ files: [corpora, other] }));
  expect(fileBehind(7)).toBeUndefined();
  expect(takeKeptFiles()).toEqual([zip]);
});

test('a refused file is not kept', () => {
  const rejected = [{ name: 'x.png', error: { code: 'BadInput', message: '', stack: undefined } as const }];
  keepFiles([file('x.png')], workspaceOf({}), workspaceOf({ rejected }));
  expect(takeKeptFiles()).toEqual([]);
});
