import { describe, expect, test } from 'vitest';
import { randomUniform } from '../../lib/rng.ts';
import { distinct, distinctPairs, placesIn } from './distinct.ts';

function random(count: number, below: number, key: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => Math.floor(below * randomUniform(key, i)));
}

/** Few frequent values, many rare values, values beyond the initial size of the table. */
const CASES = [
  { count: 0, below: 1 },
  { count: 1, below: 1 },
  { count: 200, below: 7 },
  { count: 200, below: 300 },
  { count: 50, below: 1_000_000 },
];

describe.each(CASES)('$count values below $below', ({ count, below }) => {
  const values = random(count, below, 1);
  const others = random(count, Math.ceil(below / 2), 2);

  test('distinct returns them ascending', () => {
    const expected = [...new Set(values)].sort((a, b) => a - b);
    expect([...distinct(values)]).toEqual(expected);
    expect([...distinct(values)], 'no state is left of the first call').toEqual(expected);
  });

  test('placesIn finds the index of each value, in any order', () => {
    const entries = distinct(values).toReversed();
    expect([...placesIn(entries, values)]).toEqual(Array.from(values, (value) => entries.indexOf(value)));
  });

  test('distinctPairs returns pairs once, in order of first occurrence', () => {
    for (let time = 0; time < 2; time++) {
      const { index, first, second } = distinctPairs(values, others);
      const names = Array.from(values, (value, n) => `${value} ${others[n]}`);
      expect(Array.from(first, (value, p) => `${value} ${second[p]}`)).toEqual([...new Set(names)]);
      expect(Array.from(index, (p) => `${first[p]} ${second[p]}`)).toEqual(names);
    }
  });
});
