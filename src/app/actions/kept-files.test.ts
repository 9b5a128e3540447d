import { expect, test } from 'vitest';
import { keepFiles, takeKeptFiles } from './kept-files.ts';

const file = (name: string) => new File(['x'], name);

test('what is asked for by name comes back, and every zip, once', () => {
  const [train, dev, zip] = [file('x.train'), file('x.dev'), file('both.zip')];
  keepFiles([train, dev, zip]);
  expect(takeKeptFiles(new Set(['x.train', 'glove.txt']))).toEqual([train, zip]);
  expect(takeKeptFiles(new Set(['x.train']))).toEqual([]);
});
