import type { Checkpoint } from '../../model/trainer.ts';
import type { SavedRun } from '../../runs/saved-run.ts';

/** Pause, resume and stop of what is under way, and where it can be resumed after a stop. */
export class RunControl {
  readonly #controller = new AbortController();
  #paused: Promise<void> | undefined;
  #unpause: () => void = () => undefined;
  /** Of a run that can be resumed from its checkpoint. */
  origin: Omit<SavedRun, 'checkpoint'> | undefined;
  /** Of the last whole epoch. */
  checkpoint: Checkpoint | undefined;

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What it could be resumed from. */
  get saved(): SavedRun | undefined {
    return this.origin && this.checkpoint && { ...this.origin, checkpoint: this.checkpoint };
  }

  /** Settles once it is not paused. */
  async hold(): Promise<void> {
    await this.#paused;
  }

  pause(): void {
    if (this.signal.aborted) return; // its end is not held up
    this.#paused ??= new Promise((resolve) => {
      this.#unpause = () => {
        this.#paused = undefined;
        resolve();
      };
    });
  }

  resume(): void {
    this.#unpause();
  }

  stop(): void {
    this.#controller.abort();
    this.resume();
  }
}
