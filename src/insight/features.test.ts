import { describe, expect, test } from 'vitest';
import { randomUniform } from '../lib/rng.ts';
import { activeWeights, extremeWeights, type FeatureWeights } from './features.ts';

const tags = ['O', 'B-PER', 'B-LOC'];
const table = Float32Array.from({ length: 40 * 3 }, (_, i) => Math.round(8 * randomUniform(3, i) - 4) / 4);
const weights: FeatureWeights = { names: Array.from({ length: 40 }, (_, row) => `f${row}`), tags, table };
const of = (row: number, tag: number) => table[row * 3 + tag]!;

describe('the weights of features', () => {
  test('of the active ones, by their size; each with the tag that it speaks for most', () => {
    const rows = [4, 0, 17, 9];
    const found = activeWeights(weights, rows, 1);
    expect(found.map(({ name }) => name).toSorted()).toEqual(['f0', 'f17', 'f4', 'f9']);
    const sizes = found.map(({ weight }) => Math.abs(weight));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    for (const { name, weight, best } of found) {
      const row = Number(name.slice(1));
      const own = tags.map((_, tag) => of(row, tag));
      expect([weight, best.weight]).toEqual([own[1], Math.max(...own)]);
      expect(own[tags.indexOf(best.tag)]).toBe(best.weight);
    }
  });

  test.each([0, 1, 2])('the highest and lowest of tag %i are those of a sort', (tag) => {
    const sorted = [...weights.names.keys()];
    for (const [sign, side] of [
      [1, 'highest'],
      [-1, 'lowest'],
    ] as const) {
      const expected = sorted
        .filter((row) => sign * of(row, tag) > 0)
        .toSorted((a, b) => sign * (of(b, tag) - of(a, tag)) || a - b);
      for (const count of [1, 5, 100]) {
        const names = extremeWeights(weights, tag, count)[side].map(({ name }) => name);
        expect(names).toEqual(expected.slice(0, count).map((row) => `f${row}`));
      }
    }
  });
});
