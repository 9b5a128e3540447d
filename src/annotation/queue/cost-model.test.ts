import { expect, test } from 'vitest';
import { annotationSeconds, readingSeconds, SECONDS } from './cost-model.ts';

const { key, think, token } = SECONDS;
const PER = { start: 2, end: 4, type: 'PER' };
const READ = 10 * token + think + key;

test('correct suggestions only have to be read and accepted', () => {
  expect(readingSeconds(10)).toBeCloseTo(READ);
  expect(annotationSeconds(10, [], [])).toBeCloseTo(READ);
  expect(annotationSeconds(10, [PER], [PER])).toBeCloseTo(READ);
});

test('changing a type or removing a suggestion takes one key, after the keys to reach it', () => {
  const change = think + 2 * key;
  expect(annotationSeconds(10, [{ ...PER, type: 'ORG' }], [PER])).toBeCloseTo(READ + change);
  expect(annotationSeconds(10, [PER], [])).toBeCloseTo(READ + change);
  const later = { start: 6, end: 7, type: 'LOC' };
  expect(annotationSeconds(10, [PER, later], [PER])).toBeCloseTo(READ + change + key);
});

test('a boundary is moved token by token', () => {
  expect(annotationSeconds(10, [{ ...PER, end: 3 }], [PER])).toBeCloseTo(READ + think + 2 * key);
  expect(annotationSeconds(10, [{ ...PER, start: 1, end: 3 }], [PER])).toBeCloseTo(READ + think + 3 * key);
});

test('a span near the cursor is marked with keys, a distant one with the mouse', () => {
  expect(annotationSeconds(10, [], [PER])).toBeCloseTo(READ + think + 5 * key);
  const far = { start: 40, end: 41, type: 'PER' };
  expect(annotationSeconds(50, [], [far])).toBeLessThan(annotationSeconds(50, [], []) + think + 20 * key);
});
