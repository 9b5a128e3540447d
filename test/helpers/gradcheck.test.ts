import { describe, expect, test } from 'vitest';
import { randomUniform } from '../../src/lib/rng.ts';
import { expectGradient, numericalGradient } from './gradcheck.ts';

/** Σ i·sin(xᵢ) */
const f = (x: Float64Array) => x.reduce((sum, value, i) => sum + i * Math.sin(value), 0);
const gradientOf = (x: number[]) => x.map((value, i) => i * Math.cos(value));
const pointOf = (length: number) => Array.from({ length }, (_, i) => 4 * randomUniform(1, i) - 2);

describe('gradcheck', () => {
  test('central differences of a known function', () => {
    expect(numericalGradient(f, [0, 0, 0])[2]).toBeCloseTo(2, 8);
  });

  test.each([5, 1000])('accepts the gradient of %d coordinates', (length) => {
    const x = pointOf(length);
    expectGradient(f, x, gradientOf(x));
  });

  test.each([5, 1000])('refuses one wrong coordinate of %d', (length) => {
    const x = pointOf(length);
    const gradient = gradientOf(x);
    gradient[length - 1]! *= 1.01;
    expect(() => expectGradient(f, x, gradient)).toThrow(/gradient/);
  });

  test('refuses a gradient of another size', () => {
    expect(() => expectGradient(f, [1, 2], [0])).toThrow('1 values for 2 coordinates');
  });
});
