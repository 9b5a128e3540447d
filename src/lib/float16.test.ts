import { expect, test } from 'vitest';
import { float16Table, toFloat16 } from './float16.ts';

const table = float16Table();

test('every number of 16 bits survives a round trip', () => {
  const numbers = Array.from({ length: 65536 }, (_, bits) => bits).filter((bits) => table[bits] === table[bits]);
  expect(numbers).toHaveLength(65536 - 2 * 1023); // without NaN
  expect([...toFloat16(Float32Array.from(numbers, (bits) => table[bits]!))]).toEqual(numbers);
});

test('a number between two goes to the nearer one, from the middle to the even one', () => {
  for (const bits of [0, 1, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x7bfe]) {
    const [low, high] = [table[bits]!, table[bits + 1]!];
    const middle = (low + high) / 2;
    const even = bits % 2 === 0 ? bits : bits + 1;
    const near = Float32Array.of(middle - (high - low) / 4, middle, middle + (high - low) / 4, -middle);
    expect([...toFloat16(near)]).toEqual([bits, even, bits + 1, even | 0x8000]);
  }
});

test('known values (IEEE 754 binary16)', () => {
  const known = Float32Array.of(1, -2, 65504, 65519, 65520, Infinity, 2 ** -24, 2 ** -26, 1 / 3);
  expect([...toFloat16(known)]).toEqual([0x3c00, 0xc000, 0x7bff, 0x7bff, 0x7c00, 0x7c00, 1, 0, 0x3555]);
  expect(table[toFloat16(Float32Array.of(NaN))[0]!]).toBeNaN();
});
