import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctFileNames, distinctName } from './distinct-name.ts';

test('a taken name gets a number before its extensions', () => {
  expect(distinctName('train.tsv', ['dev.tsv'])).toBe('train.tsv');
  expect(distinctName('train.tsv', ['train.tsv'])).toBe('train (2).tsv');
  expect(distinctName('train.tsv', ['train.tsv', 'train (2).tsv'])).toBe('train (3).tsv');
  expect(distinctName('eng.vec.gz', ['eng.vec.gz'])).toBe('eng (2).vec.gz');
  expect(distinctName('Letters', ['Letters'])).toBe('Letters (2)');
});

test('names stay distinct, and keep their last extension', () => {
  const names = fc.array(fc.constantFrom('a', 'a.b', 'a (2)', 'a (2).b', '.b', 'a b.c d', ''), { maxLength: 20 });
  fc.assert(
    fc.property(names, (wanted) => {
      const given: string[] = [];
      for (const name of wanted) given.push(distinctName(name, given));
      expect(new Set(given).size).toBe(wanted.length);
      given.forEach((name, i) => {
        const extension = /^.+(\.[^.\s]*)$/u.exec(wanted[i]!)?.[1] ?? '';
        expect(name.endsWith(extension)).toBe(true);
      });
    }),
  );
});

test('files that belong together get one number, and equal names in a folder drop differ', () => {
  expect(distinctFileNames(['a.txt', 'a.ann', 'b.txt'], ['a.txt', 'c'])).toEqual(['a (2).txt', 'a (2).ann', 'b.txt']);
  expect(distinctFileNames(['train.tsv', 'train.tsv'], [])).toEqual(['train.tsv', 'train (2).tsv']);
  expect(distinctFileNames(['train.tsv', 'train.tsv'], ['train.tsv'])).toEqual(['train (2).tsv', 'train (3).tsv']);
});
