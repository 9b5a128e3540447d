import type { SavedRun } from '../../runs/saved-run.ts';

/** Pauses, resumes and stops a run, and holds the state to resume from after a stop. */
export class RunControl {
  readonly #controller = new AbortController();
  #paused: Promise<void> | undefined;
  #endPause: () => void = () => undefined;
  /** The state from which the run can be resumed; undefined if there is none. */
  saved: SavedRun | undefined;

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The events of a run, which are not pulled while it is paused. */
  async *paced<T>(events: AsyncIterable<T>): AsyncGenerator<T, void> {
    for await (const event of events) {
      await this.#paused;
      yield event;
    }
  }

  pause(): void {
    if (this.signal.aborted) return; // a stopped run must reach its end
    this.#paused ??= new Promise((resolve) => {
      this.#endPause = () => {
        this.#paused = undefined;
        resolve();
      };
    });
  }

  resume(): void {
    this.#endPause();
  }

  stop(): void {
    this.#controller.abort();
    this.resume();
  }
}
