import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TrainingClock } from './clock.ts';

let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function train(clock: TrainingClock, tokens: number, seconds: number): void {
  clock.resume();
  clock.add(tokens);
  now += 1000 * seconds;
  clock.pause();
}

test('the time between pause and resume is not training', () => {
  const clock = new TrainingClock();
  clock.beginEpoch();
  train(clock, 500, 0.1);
  now += 60_000;
  train(clock, 500, 0.1);
  expect(clock.epochSeconds).toBeCloseTo(0.2);
  expect(clock.epochPace).toBeCloseTo(5000);
  expect(clock.recentPace).toBeCloseTo(5000);
});

test('an epoch is measured by itself; the pace of late goes over its end', () => {
  const clock = new TrainingClock();
  clock.beginEpoch();
  expect(clock.recentPace).toBe(0);
  for (let i = 0; i < 100; i++) train(clock, 800, 0.1);
  clock.beginEpoch();
  train(clock, 0, 0.1);
  expect(clock.epochPace).toBe(0);
  expect(clock.recentPace).toBeGreaterThan(7800);
  for (let i = 0; i < 200; i++) train(clock, 400, 0.1);
  expect(clock.recentPace).toBeLessThan(4100);
});
