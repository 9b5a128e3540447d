import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatCounted,
  formatDuration,
  formatNumber,
  formatProbability,
  formatScore,
  formatSentence,
  formatSigned,
  joinFacts,
  roundFloat32,
} from './format.ts';

test('counts have separators and agree with their noun', () => {
  expect(formatCount(203621)).toBe('203,621');
  expect([0, 999, 1000, -12480.4, 1e9].map(formatCount)).toEqual(['0', '999', '1,000', '-12,480', '1,000,000,000']);
  expect(formatCounted(1, 'sentence')).toBe('1 sentence');
  expect(formatCounted(0, 'entity', 'entities')).toBe('0 entities');
});

test('scores and shares', () => {
  expect(formatScore(0.92714)).toBe('92.71');
  expect(formatScore(1)).toBe('100.00');
});

test('probabilities are written without the leading zero', () => {
  expect(formatProbability(0.984)).toBe('.98');
  expect(formatProbability(0)).toBe('.00');
  expect(formatProbability(0.9996)).toBe('1.0');
});

test('numbers keep three digits', () => {
  expect(formatNumber(0)).toBe('0');
  expect(formatNumber(12.3456)).toBe('12.3');
  expect(formatNumber(0.015)).toBe('0.015');
  expect(formatNumber(0.00001)).toBe('1.0e-5');
  expect(formatNumber(12345.6)).toBe('12,346');
  expect(formatNumber(4.06e17)).toBe('4.1e17');
  expect(formatNumber(1e19)).toBe('1e19');
});

test('signs are written', () => {
  expect(formatSigned(2.314)).toBe('+2.31');
  expect(formatSigned(-0.4)).toBe('−0.40');
});

test('sizes', () => {
  expect(formatBytes(812)).toBe('812 B');
  expect(formatBytes(3_283_420)).toBe('3.3 MB');
  expect(formatBytes(297_000_000)).toBe('297 MB');
  expect(formatBytes(999_900)).toBe('1.0 MB');
});

test('durations', () => {
  expect(formatDuration(0.2)).toBe('1 s');
  expect(formatDuration(59.4)).toBe('59 s');
  expect(formatDuration(59.6)).toBe('1 min');
  expect(formatDuration(130)).toBe('2 min');
  expect(formatDuration(4810)).toBe('1 h 20 min');
  expect(formatDuration(7200)).toBe('2 h');
});

test('joined facts break after a dot, and never between a number and its unit', () => {
  expect(joinFacts(['a b', '1,287 sentences'])).toBe('a b\u00a0· 1,287\u00a0sentences');
});

test('a phrase is formatted as a sentence', () => {
  expect(formatSentence('expected a number')).toBe('Expected a number.');
});

test('32-bit floats are saved with six digits', () => {
  expect([undefined, 12_345_678, Math.fround(0.1)].map(roundFloat32)).toEqual([undefined, 12_345_678, 0.1]);
});
