import { expect, test } from 'vitest';
import { isKept, keepFiles, takeKeptFiles } from './kept-files.ts';

const file = (name: string) => new File(['x'], name);

test('what is asked for comes back, once; the rest stays', () => {
  const [train, dev, zip] = [file('x.train'), file('x.dev'), file('both.zip')];
  keepFiles([train, dev, zip]);
  const isTrain = ({ name }: File) => name === 'x.train';
  expect(takeKeptFiles(isTrain)).toEqual([train]);
  expect(takeKeptFiles(isTrain)).toEqual([]);
  expect([isKept('x.train'), isKept('x.dev')]).toEqual([false, true]);
  expect(takeKeptFiles(() => true)).toEqual([dev, zip]);
});

test('a file that is added again takes the place of the one before', () => {
  const [previous, again] = [file('x.train'), file('x.train')];
  keepFiles([previous]);
  keepFiles([again]);
  expect(takeKeptFiles(() => true)).toEqual([again]);
});
