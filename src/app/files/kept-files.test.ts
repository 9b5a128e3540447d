import { expect, test } from 'vitest';
import { KeptFiles } from './kept-files.ts';

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
