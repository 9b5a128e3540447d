import { scalar } from '../tensors/tensors.ts';
import { beforeAll, expect, test } from 'vitest';
import { yieldToEventLoop } from '../lib/event-loop.ts';
import { useReferences } from '../../test/helpers/tiny-run.ts';
import { LossWindow } from './loss-window.ts';

beforeAll(useReferences);

test('losses are reported late, in order, each once', async () => {
  const window = new LossWindow(100, 0);
  const now = performance.now();
  window.add(scalar(3), 10);
  expect(await window.report(now + 50)).toBeUndefined(); // too early
  window.add(scalar(2), 10);
  expect(await window.report(now + 200)).toBeUndefined(); // being read
  window.add(scalar(1), 5);
  const first = await window.report(now + 400);
  expect(first).toEqual({ firstStep: 1, losses: Float32Array.of(3, 2), tokens: 20 });
  expect(await window.flush()).toEqual([{ firstStep: 3, losses: Float32Array.of(1), tokens: 5 }]);
});

test('a loss that is not finite is reported with its step at the next request, also in a resumed run', async () => {
  const window = new LossWindow(0, 40);
  const now = performance.now();
  window.add(scalar(1), 1);
  window.add(scalar(Infinity), 1);
  await window.report(now + 1);
  await yieldToEventLoop(); // an unhandled rejection would have ended the process by now
  await expect(window.flush()).rejects.toThrow(/became Infinity at step 42/);
});

test('a loss that is not finite before any update is not blamed on the learning rate', async () => {
  const window = new LossWindow(0, 0);
  window.add(scalar(NaN), 1);
  await expect(window.flush()).rejects.toThrow(/became NaN at step 1\. No weight was updated before: .*word vectors/);
});
