import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowsOf } from './windows.ts';

const sentences = fc
  .integer({ min: 4, max: 40 })
  .chain((limit) =>
    fc.record({ limit: fc.constant(limit), counts: fc.array(fc.integer({ min: 1, max: limit }), { maxLength: 60 }) }),
  );

test('a short sentence is one window', () => {
  expect(windowsOf([1, 2, 1], 4)).toEqual([{ first: 0, end: 3, from: 0, to: 3 }]);
  expect(windowsOf([], 4)).toEqual([]);
});

test('windows fit, and give the features of each word once', () => {
  fc.assert(
    fc.property(sentences, ({ counts, limit }) => {
      let next = 0;
      for (const { first, end, from, to } of windowsOf(counts, limit)) {
        expect(counts.slice(first, end).reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(limit);
        expect(from).toBe(next);
        expect(first <= from && to <= end).toBe(true);
        next = to;
      }
      expect(next).toBe(counts.length);
    }),
  );
});

test('a word is taken from where it is furthest from an edge', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 20 }), fc.integer({ min: 1, max: 80 }), (limit, T) => {
      const counts = new Int32Array(T).fill(1);
      const windows = windowsOf(counts, limit);
      const distance = ({ first, end }: { first: number; end: number }, t: number) =>
        Math.min(first === 0 ? Infinity : t - first, end === T ? Infinity : end - 1 - t);
      for (const window of windows) {
        for (let t = window.from; t < window.to; t++) {
          const best = Math.max(
            ...windows.filter(({ first, end }) => first <= t && t < end).map((w) => distance(w, t)),
          );
          expect(distance(window, t)).toBe(best);
        }
      }
    }),
  );
});
