import { expect, test } from 'vitest';
import { breathe } from '../../lib/breathe.ts';
import { RunControl } from './run-control.ts';

const state = (control: RunControl) =>
  Promise.race([control.hold().then(() => 'continues'), breathe().then(() => 'is held')]);

test('is held from pause to resume', async () => {
  const control = new RunControl();
  expect(await state(control)).toBe('continues');
  control.pause();
  expect(await state(control)).toBe('is held');
  control.resume();
  expect(await state(control)).toBe('continues');
});

test('stop ends a pause, and no later one keeps the run from its end', async () => {
  const control = new RunControl();
  control.pause();
  control.stop();
  control.pause();
  expect(await state(control)).toBe('continues');
});
