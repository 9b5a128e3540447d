import { serializeError } from '../../lib/errors.ts';
import { noticeAdded } from '../stores/notices.ts';
import { TaskQueue } from '../../lib/task-queue.ts';

/** Writes to the browser's storage, one after the other. A failure is reported once, until a write succeeds again. */
export class ReportedWrites {
  readonly #queue = new TaskQueue();
  readonly #title: string;
  readonly #advice: string;
  #hasFailed = false;

  /**
   * @param title what failed
   * @param advice what to do; the reason follows
   */
  constructor(title: string, advice: string) {
    this.#title = title;
    this.#advice = advice;
  }

  run(write: () => Promise<void>): Promise<void> {
    return this.#queue.run(write).catch((error: unknown) => {
      if (this.#hasFailed) return;
      this.#hasFailed = true;
      noticeAdded({ kind: 'error', title: this.#title, message: `${this.#advice} ${serializeError(error).message}` });
    });
  }

  /** Called after a successful write. */
  succeeded(): void {
    this.#hasFailed = false;
  }
}
