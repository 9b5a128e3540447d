import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPulse, type PulseOptions } from './trainer-pulse.ts';

let reasons: string[];
let stop: () => void;

function watch(options: Partial<PulseOptions>): void {
  stop = watchPulse({
    lock: crypto.randomUUID(),
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

/** A worker that holds its lock until it closes itself, without any message. */
function worker(lock: string): Worker {
  const source = `navigator.locks.request(${JSON.stringify(lock)}, () => new Promise(() => {})); onmessage = () => close();`;
  return new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
}

test('a worker that ends without an error is detected, even while no answer is expected', async () => {
  const lock = crypto.randomUUID();
  const living = worker(lock);
  watch({ lock, isExpected: () => false });
  const isHeld = async () => ((await navigator.locks.query()).held ?? []).some(({ name }) => name === lock);
  await expect.poll(isHeld).toBe(true);
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  expect(reasons).toEqual([]);
  living.postMessage('end');
  await expect.poll(() => reasons, { timeout: 10_000 }).toEqual([expect.stringMatching(/ended without an error/)]);
});

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
