import { expect, test } from 'vitest';
import { eigenOfSymmetric } from './eigen.ts';
import { randomUniform } from './rng.ts';

test.each([1, 2, 3, 40])('a symmetric matrix of %i rows is the sum of its parts', (n) => {
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) matrix[i * n + j] = matrix[j * n + i] = randomUniform(7, i * n + j) - 0.5;
  }
  const { values, vectors } = eigenOfSymmetric(matrix, n);
  for (let i = 1; i < n; i++) expect(values[i]).toBeLessThanOrEqual(values[i - 1]!);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let [sum, product] = [0, 0];
      for (let k = 0; k < n; k++) {
        sum += values[k]! * vectors[k * n + i]! * vectors[k * n + j]!;
        product += vectors[i * n + k]! * vectors[j * n + k]!;
      }
      expect(sum).toBeCloseTo(matrix[i * n + j]!, 10);
      expect(product).toBeCloseTo(i === j ? 1 : 0, 10);
    }
  }
});

test('multiple eigenvalues and zeros', () => {
  expect([...eigenOfSymmetric([2, 0, 0, 0, 2, 0, 0, 0, 0], 3).values]).toEqual([2, 2, 0]);
  const { values } = eigenOfSymmetric([1, 1, 1, 1], 2);
  expect(values[0]).toBeCloseTo(2, 12);
  expect(values[1]).toBeCloseTo(0, 12);
});
