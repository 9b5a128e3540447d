import type { TrainEvent } from '../../model/events.ts';
import type { Checkpoint } from '../../model/trainer.ts';
import type { SavedRun } from '../../runs/saved-run.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { Emit } from '../wire/protocol.ts';

/** The page hears of training at most ten times a second. */
export const EMIT_EVERY: Milliseconds = 100;

/**
 * What is under way, as the page steers and hears it: it sends events in bundles, holds whoever drives it while it is
 * paused, and has a signal that `stop` aborts.
 */
export class RunLoop {
  readonly #emit: Emit;
  readonly #controller = new AbortController();
  #waiting: TrainEvent[] = [];
  #sentAt = 0;
  #paused: Promise<void> | undefined;
  #unpause: () => void = () => undefined;
  /** Of the model that tags; undefined before its first epoch is scored, and where it is not what is trained. */
  checkpoint: Checkpoint | undefined;
  /** Of a run that can go on from its checkpoint after it was stopped. */
  origin: Omit<SavedRun, 'checkpoint'> | undefined;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What it would go on from. */
  get saved(): SavedRun | undefined {
    return this.origin && this.checkpoint && { ...this.origin, checkpoint: this.checkpoint };
  }

  /** Settles once it is not paused. What was under way when it was paused is told when it goes on. */
  async hold(): Promise<void> {
    await this.#paused;
  }

  /** Sends an event soon. */
  tell(event: TrainEvent): void {
    this.#waiting.push(event);
    const soon = event.kind !== 'steps' && event.kind !== 'done';
    if (soon || performance.now() - this.#sentAt >= EMIT_EVERY) this.flush();
  }

  /** Sends what is left. The end of a run is told once the model is ready to be used. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#emit('train', this.#waiting);
    this.#waiting = [];
    this.#sentAt = performance.now();
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
