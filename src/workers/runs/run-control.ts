import type { Checkpoint } from '../../model/trainer.ts';
import type { SavedRun } from '../../runs/saved-run.ts';

/** Pauses, resumes and stops a run, and holds the state to resume from after a stop. */
export class RunControl {
  readonly #controller = new AbortController();
  #paused: Promise<void> | undefined;
  #endPause: () => void = () => undefined;
  /** Configuration and data of a run that can be resumed; undefined if it cannot. */
  origin: Omit<SavedRun, 'checkpoint'> | undefined;
  /** Checkpoint of the last complete epoch. */
  checkpoint: Checkpoint | undefined;

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The state from which the run can be resumed. */
  get saved(): SavedRun | undefined {
    return this.origin && this.checkpoint && { ...this.origin, checkpoint: this.checkpoint };
  }

  /** Resolves when the run is not paused. */
  async waitWhilePaused(): Promise<void> {
    await this.#paused;
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
