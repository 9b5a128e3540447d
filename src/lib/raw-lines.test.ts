import { expect, test } from 'vitest';
import { rawLines } from './raw-lines.ts';

test('every value has a line, readable or not', () => {
  const values = [
    { name: 'Letters' },
    { numbers: Uint32Array.of(1, 2) },
    { at: NaN, odd: undefined, big: 5n },
    undefined,
  ];
  const lines = rawLines(values).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { name: 'Letters' },
    { numbers: [1, 2] },
    { at: 'NaN', odd: 'undefined', big: '5' },
    null,
  ]);
});
