import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPulse, type PulseOptions } from './pulse.ts';

let reasons: string[];
let stop: () => void;

function watch(options: Partial<PulseOptions>): void {
  stop = watchPulse({
    ping: () => Promise.resolve(),
    isExpected: () => true,
    onGone: (reason) => reasons.push(reason),
    ...options,
  });
}

beforeEach(() => {
  reasons = [];
});
afterEach(() => stop());

test('a worker that does not answer is reported once, unless it is allowed to be busy', () => {
  vi.useFakeTimers();
  let isExpected = false;
  watch({ ping: () => new Promise(() => undefined), isExpected: () => isExpected });
  vi.advanceTimersByTime(60_000);
  expect(reasons).toEqual([]);
  isExpected = true;
  vi.advanceTimersByTime(6_000);
  expect(reasons).toEqual([]);
  vi.advanceTimersByTime(4_000);
  expect(reasons).toEqual([expect.stringMatching(/has not answered for 8 seconds/)]);
  vi.advanceTimersByTime(60_000);
  expect(reasons).toHaveLength(1);
  vi.useRealTimers();
});

test('a worker that answers is not reported', async () => {
  vi.useFakeTimers();
  watch({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reasons).toEqual([]);
  vi.useRealTimers();
});
