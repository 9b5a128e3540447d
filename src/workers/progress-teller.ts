import type { Milliseconds } from '../lib/units.ts';
import type { Emit, Progress } from './wire/protocol.ts';

const TELL_EVERY: Milliseconds = 100;

/** Tells the page how far a task is, at most ten times a second, and of its end if it was told of the task. */
export function progressTeller(emit: Emit, task: Omit<Progress, 'done'>) {
  const started = performance.now();
  let toldAt = started;
  return {
    tell: (done: number): void => {
      const now = performance.now();
      if (now - toldAt < TELL_EVERY) return;
      toldAt = now;
      emit('progress', { ...task, done });
    },
    end: (): void => {
      if (toldAt > started) emit('progress', undefined);
    },
  };
}
