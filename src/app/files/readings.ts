import { readingStarted, readingEnded } from '../stores/workspace.ts';
import { TaskQueue } from '../../lib/task-queue.ts';

/** Requests that read files: run one after the other, and cancelled together. */
export class FileReadings {
  #queue = new TaskQueue();
  readonly #controllers = new Set<AbortController>();

  /** Runs a task after all queued tasks. */
  inTurn(task: () => Promise<void>): Promise<void> {
    return this.#queue.run(task);
  }

  /**
   * Runs immediately. Nested calls are one reading: until the outermost one ends, the files are not ready and no run can start.
   *
   * @param read its signal is aborted by `cancel`
   */
  async run<Result>(read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    this.#controllers.add(controller);
    readingStarted();
    try {
      return await read(controller.signal);
    } finally {
      this.#controllers.delete(controller);
      readingEnded();
    }
  }

  cancel(): void {
    for (const controller of this.#controllers) controller.abort();
  }

  /** Clears the queue: later tasks do not wait for earlier ones. */
  reset(): void {
    this.#queue = new TaskQueue();
  }
}

/** The instance of this page. */
export const readings = new FileReadings();
