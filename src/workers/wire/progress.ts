import type { Milliseconds } from '../../lib/units.ts';
import type { Progress } from './payloads.ts';
import type { Emit } from './protocol.ts';

const REPORT_EVERY: Milliseconds = 100;

/** Reports the progress of a task, at most ten times a second, and its end if any progress was reported. */
export class ProgressReporter {
  readonly #emit: Emit;
  readonly #task: Omit<Progress, 'done'>;
  readonly #startedAt = performance.now();
  #reportedAt = this.#startedAt;

  constructor(emit: Emit, task: Omit<Progress, 'done'>) {
    this.#emit = emit;
    this.#task = task;
  }

  /** @param total if it was unknown at first */
  readonly report = (done: number, total = this.#task.total): void => {
    const now = performance.now();
    if (now - this.#reportedAt < REPORT_EVERY) return;
    this.#reportedAt = now;
    this.#emit('progress', { ...this.#task, done, total });
  };

  end(): void {
    if (this.#reportedAt > this.#startedAt) this.#emit('progress', undefined);
  }
}
