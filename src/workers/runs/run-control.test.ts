import { expect, test } from 'vitest';
import { yieldToEventLoop } from '../../lib/event-loop.ts';
import { RunControl } from './run-control.ts';

async function* events() {
  yield 'running';
}

const state = (control: RunControl) =>
  Promise.race([
    control
      .paced(events())
      .next()
      .then(({ value }) => value),
    yieldToEventLoop().then(() => 'paused'),
  ]);

test('waits from pause to resume', async () => {
  const control = new RunControl();
  expect(await state(control)).toBe('running');
  control.pause();
  expect(await state(control)).toBe('paused');
  control.resume();
  expect(await state(control)).toBe('running');
});

test('stop ends a pause; pausing after stop has no effect', async () => {
  const control = new RunControl();
  control.pause();
  control.stop();
  control.pause();
  expect(await state(control)).toBe('running');
});
