import { expect, test } from 'vitest';
import { isSourceOf, KeptFiles } from './kept-files.ts';

const file = (name: string) => new File(['x'], name);

test('taken files are returned once; the others are kept', () => {
  const files = new KeptFiles();
  const [train, dev, zip] = [file('x.train'), file('x.dev'), file('both.zip')];
  files.keep([train, dev, zip]);
  const isTrain = ({ name }: File) => name === 'x.train';
  expect(files.take(isTrain)).toEqual([train]);
  expect(files.take(isTrain)).toEqual([]);
  expect([files.has('x.train'), files.has('x.dev')]).toEqual([false, true]);
  expect(files.take(() => true)).toEqual([dev, zip]);
});

test('a file that is added again replaces the earlier one', () => {
  const files = new KeptFiles();
  const [previous, again] = [file('x.train'), file('x.train')];
  files.keep([previous]);
  files.keep([again]);
  expect(files.take(() => true)).toEqual([again]);
});

test.each([
  ['a.conll', 'a.conll', true],
  ['a.conll.gz', 'a.conll', true],
  ['a.xlsx', 'a.xlsx.read-as.csv', true],
  ['a.parquet', 'a.parquet.read-as.jsonl', true],
  ['a.xlsx.gz', 'a.xlsx.read-as.csv', true],
  ['a.csv', 'a.csv.read-as.jsonl', true],
  ['a.ann', 'a.jsonl', true],
  ['a.txt', 'a.jsonl', true],
  ['b.ann', 'brat.jsonl', true],
  ['dataset_info.json', 'a.jsonl', true],
  ['dataset_info.json', 'a.conll', false],
  ['a.conll', 'a.conllu', false],
  ['b.conll.gz', 'a.conll', false],
  ['a.md', 'a.jsonl', false],
])('%s may be what %s was read from: %s', (added, loaded, expected) => {
  expect(isSourceOf(added, new Set(['x', loaded]))).toBe(expected);
});

test('the files of a page include those that its files were read from', () => {
  const files = new KeptFiles();
  files.keep(['a.conll.gz', 'b.xlsx', 'c.conll', 'd.zip'].map(file));
  const present = files.present(new Set(['a.conll', 'b.xlsx.read-as.csv']), undefined);
  expect(present.map(({ name }) => name)).toEqual(['a.conll.gz', 'b.xlsx', 'd.zip']);
});
