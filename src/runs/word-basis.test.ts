import { expect, test } from 'vitest';
import { randomTensor } from '../../test/helpers/each-device.ts';
import { wordBasis } from './word-basis.ts';

const [V, E, C] = [40, 6, 9];
const words = randomTensor([V, E], 1).values as Float32Array;
const wx = randomTensor([E, C], 2).values as Float32Array;
const importance = Float64Array.from({ length: V }, (_, v) => 1 + (v % 3));

const rowOf = (v: number) => words.subarray(v * E, (v + 1) * E);
const differenceOf = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a, (x, i) => x - b[i]!);
const squared = (x: ArrayLike<number>) => Array.from(x).reduce((sum, value) => sum + value * value, 0);
/** The output of the first layer for a vector. */
const seen = (x: ArrayLike<number>) =>
  Array.from({ length: C }, (_, c) => Array.from(x).reduce((sum, value, i) => sum + value * wx[i * C + c]!, 0));

test('distances in the basis equal those of the first layer outputs', () => {
  const basis = wordBasis(words, importance, wx, E, E);
  const ratios = [1, 7, 20, 39].map((v) => {
    const between = squared(differenceOf(basis.project(rowOf(0)), basis.project(rowOf(v))));
    return between / squared(seen(differenceOf(rowOf(0), rowOf(v))));
  });
  for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0]!, 4);
});

test('fewer dimensions are the first ones, and explain the most', () => {
  const all = Array.from({ length: V }, (_, v) => wordBasis(words, importance, wx, E, E).project(rowOf(v)));
  const few = wordBasis(words, importance, wx, E, 3);
  expect(few.dimensions).toBe(3);
  expect([...few.project(rowOf(5))]).toEqual([...all[5]!.subarray(0, 3)]);
  const energy = Array.from({ length: E }, (_, r) => all.reduce((sum, z, v) => sum + importance[v]! * z[r]! ** 2, 0));
  expect(energy).toEqual(energy.toSorted((a, b) => b - a));
});

test('the dimensions are limited to those of the vectors', () => {
  expect(wordBasis(words, importance, wx, E, 100).dimensions).toBe(E);
});
