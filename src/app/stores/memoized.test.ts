import { expect, test, vi } from 'vitest';
import { memoized, memoizedByObject } from './memoized.ts';

test('the same arguments give the same object; only the last call is remembered', () => {
  const compute = vi.fn<(a: number[], b?: number) => { sum: number }>((a, b = 0) => ({ sum: a.length + b }));
  const total = memoized(compute);
  const list = [1, 2];
  const first = total(list);
  expect(total(list)).toBe(first);
  expect(compute).toHaveBeenCalledOnce();
  expect(total(list, 3)).toEqual({ sum: 5 });
  expect(total([1, 2], 3)).not.toBe(first);
  expect(total(list)).toEqual(first);
  expect(total(list)).not.toBe(first);
});

test('memoizedByObject keeps the result for every object, including undefined', () => {
  const compute = vi.fn<(key: { n: number }) => number[] | undefined>(({ n }) => (n === 0 ? undefined : [n]));
  const list = memoizedByObject(compute);
  const [zero, one] = [{ n: 0 }, { n: 1 }];
  const first = list(one);
  expect([list(zero), list(zero)]).toEqual([undefined, undefined]);
  expect(list(one)).toBe(first);
  expect(compute).toHaveBeenCalledTimes(2);
});
