import { expect, test } from 'vitest';
import { breathe } from '../../lib/breathe.ts';
import { RunLoop } from './run-loop.ts';

const state = (loop: RunLoop) => Promise.race([loop.hold().then(() => 'goes on'), breathe().then(() => 'is held')]);

test('is held from pause to resume', async () => {
  const loop = new RunLoop(() => undefined);
  expect(await state(loop)).toBe('goes on');
  loop.pause();
  expect(await state(loop)).toBe('is held');
  loop.resume();
  expect(await state(loop)).toBe('goes on');
});

test('stop ends a pause, and no later one keeps the run from its end', async () => {
  const loop = new RunLoop(() => undefined);
  loop.pause();
  loop.stop();
  loop.pause();
  expect(await state(loop)).toBe('goes on');
});
