import { describe, expect, test } from 'vitest';
import { equalShares, productBlocks, ranges, unequalShares, weightedRanges, type Range } from './ranges.ts';

/** Expects every index in `[0, count)` once, in order. */
function expectToCover(found: readonly Range[], count: number): void {
  const places = found.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
  expect(places).toEqual(Array.from({ length: count }, (_, i) => i));
}

const COUNTS = [1, 2, 7, 8, 9, 31, 32, 200, 1600];
const SHARES = [[1], equalShares(3), ...[1, 2, 3, 4, 8].map(unequalShares)];

describe('ranges of work', () => {
  test.each(COUNTS)('%i elements, divided evenly', (count) => {
    for (const parts of [1, 2, 3, 8]) {
      for (const step of [1, 4, 16]) {
        const found = ranges(count, parts, step);
        expectToCover(found, count);
        expect(found.length).toBeLessThanOrEqual(parts);
        expect(found.every(({ from }) => from % step === 0)).toBe(true);
      }
    }
  });

  test.each(COUNTS)('%i sequences of falling lengths, divided into shares', (count) => {
    const lengths = Array.from({ length: count }, (_, i) => 1 + ((count - i) >> 1));
    for (const shares of SHARES) {
      for (const step of [1, 4]) {
        const found = weightedRanges(lengths, shares, step);
        expectToCover(found, count);
        expect(found.length).toBeLessThanOrEqual(shares.length);
        expect(found.every(({ from }) => from % step === 0)).toBe(true);
      }
    }
  });

  test('of sequences, about the share of their items', () => {
    const lengths = Array.from({ length: 100 }, (_, i) => 200 - i);
    const all = lengths.reduce((sum, length) => sum + length);
    const found = weightedRanges(lengths, unequalShares(2), 4);
    const shares = found.map(({ from, to }) => lengths.slice(from, to).reduce((sum, length) => sum + length) / all);
    expect(shares).toHaveLength(4);
    for (const [i, share] of [3 / 8, 3 / 8, 1 / 8, 1 / 8].entries())
      expect(Math.abs(shares[i]! - share)).toBeLessThan(0.04);
  });

  test.each([
    [450, 1600],
    [1600, 450],
    [4, 9],
    [9, 4],
    [1, 1],
  ])('a product of %i rows and %i columns: every element once', (m, n) => {
    for (const shares of SHARES) {
      const times = new Uint8Array(m * n);
      for (const { rowsFrom, rowsTo, columnsFrom, columnsTo } of productBlocks(m, n, shares)) {
        for (let i = rowsFrom; i < rowsTo; i++) for (let j = columnsFrom; j < columnsTo; j++) times[i * n + j]!++;
      }
      expect(times.every((time) => time === 1)).toBe(true);
    }
  });
});
