import { expect, test } from 'vitest';
import { levelsOf } from './levels.ts';
import { specOf, START } from './testing.ts';

const levels = (epochs: number, sentences: number) =>
  levelsOf({ start: { ...START, epochs }, data: { ...specOf(1).data, sentences } }).map((level) => [
    level.epochs,
    Number(level.share.toFixed(3)),
  ]);

test('epochs and sentences are divided by three alternately', () => {
  expect(levels(27, 14_041)).toEqual([
    [27, 1],
    [9, 1],
    [9, 0.333],
    [3, 0.333],
  ]);
});

test('there are at least three epochs and 300 sentences', () => {
  expect(levels(6, 2000)).toEqual([
    [6, 1],
    [6, 0.333],
  ]);
  expect(levels(27, 500)).toEqual([
    [27, 1],
    [9, 1],
    [3, 1],
  ]);
  expect(levels(2, 100)).toEqual([[2, 1]]);
});
