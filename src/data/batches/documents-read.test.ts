import { expect, test } from 'vitest';
import { documentsRead } from './documents-read.ts';

const sentence = (tokens: number, line: number, document?: number) => ({
  tokens: Array.from({ length: tokens }, () => 'a'),
  line,
  ...(document !== undefined && { document }),
});

test('the longest document, and how many exceed a window', () => {
  expect(
    documentsRead([sentence(600, 1, 0), sentence(424, 602, 0), sentence(1025, 1028, 1), sentence(3, 2055, 2)]),
  ).toEqual({ count: 3, longest: { tokens: 1025, line: 1028 }, long: 1, window: 1024 });
});

test('sentences that stand alone are no documents', () => {
  expect(documentsRead([sentence(3, 1)])).toBeUndefined();
});
