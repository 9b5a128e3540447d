import { readingStarted, readingEnded } from '../stores/workspace.ts';
import { TaskQueue } from './tasks.ts';

/** Requests that read files: one after the other, and cancelled together. */
export class FileReadings {
  #queue = new TaskQueue();
  readonly #controllers = new Set<AbortController>();

  /** After all that was queued before. */
  inTurn(task: () => Promise<void>): Promise<void> {
    return this.#queue.run(task);
  }

  /** At once. @param read `signal` is aborted by `cancel` */
  async run(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.#controllers.add(controller);
    readingStarted();
    try {
      await read(controller.signal);
    } finally {
      this.#controllers.delete(controller);
      readingEnded();
    }
  }

  cancel(): void {
    for (const controller of this.#controllers) controller.abort();
  }

  /** What comes next does not wait for what was queued. */
  reset(): void {
    this.#queue = new TaskQueue();
  }
}

/** Of this page. */
export const readings = new FileReadings();
