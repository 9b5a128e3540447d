import { expect, test } from 'vitest';
import { meansByDistance } from './reach.ts';

test('norms are averaged over pairs of tokens with the same distance', () => {
  const reach = [
    { source: 0, norms: Float32Array.of(8, 4, 2) },
    { source: 1, norms: Float32Array.of(6, 10, 2) },
  ];
  expect(meansByDistance(reach)).toEqual([9, 4, 2]);
  expect(meansByDistance([])).toEqual([]);
});
