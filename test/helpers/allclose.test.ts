import { describe, expect, test } from 'vitest';
import { expectClose, worstMismatch } from './allclose.ts';

const EXACT = { rtol: 0, atol: 0 };

describe('allclose', () => {
  test('adds the absolute and the relative part', () => {
    expect(worstMismatch([100.9, 0.09], [100, 0], { rtol: 0.01, atol: 0.1 })).toBeUndefined();
    expect(worstMismatch([101.2], [100], { rtol: 0.01, atol: 0.1 })).toMatchObject({ index: 0 });
  });

  test.each([
    [NaN, Infinity],
    [NaN, 0],
    [0, NaN],
    [Infinity, -Infinity],
    [3e38, Infinity],
    [Infinity, 3e38],
  ])('%d is not close to %d for any tolerance', (actual, expected) => {
    expect(worstMismatch([actual], [expected], { rtol: 1, atol: 1e9 })).toMatchObject({ index: 0 });
  });

  test.each([NaN, Infinity, -Infinity])('%d equals itself', (value) => {
    expect(worstMismatch([value], [value], EXACT)).toBeUndefined();
  });

  test('names the worst element and both its values', () => {
    expect(() => expectClose([1, 2.5, 3.1], [1, 2, 3], EXACT, 'gates')).toThrow(
      /^gates\[1\] of 3 is 2\.5, expected 2:/,
    );
    expect(() => expectClose([9, NaN], [1, 2], EXACT)).toThrow(/^values\[1\] of 2 is NaN/);
  });

  test('refuses different lengths', () => {
    expect(() => expectClose([1], [1, 2], EXACT)).toThrow('1 values, expected 2');
  });
});
