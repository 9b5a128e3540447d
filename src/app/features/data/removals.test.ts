import { expect, test } from 'vitest';
import { corpusFile } from '../../../../test/app/samples.ts';
import { removalsInWords, removalsOf } from './removals.ts';

const removed = (name: string, at: number) => ({
  name,
  at,
  isLost: false,
  files: [corpusFile(at, name, 'train', 1, 1, 1)],
});

test('removals are one line, the latest first', () => {
  const all = ['a.train', 'b.dev', 'c.test', 'd.test'].map(removed);
  const words = (count: number) => removalsInWords(removalsOf(all.slice(0, count), undefined));
  expect(words(1)).toBe('a.train removed');
  expect(words(2)).toBe('b.dev and a.train removed');
  expect(words(3)).toBe('c.test, b.dev and a.train removed');
  expect(words(4)).toBe('d.test, c.test and 2 others removed');
});
