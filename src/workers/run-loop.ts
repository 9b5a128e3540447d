import type { TrainEvent } from '../model/events.ts';
import type { Checkpoint, TrainerEvent } from '../model/trainer.ts';
import type { Milliseconds } from '../lib/units.ts';
import type { Emit } from './protocol.ts';

/** The page hears of training at most ten times a second. */
const EMIT_EVERY: Milliseconds = 100;

/**
 * Drives a trainer: asks it for events, sends them to the page in bundles, and holds it while it is paused, by not asking.
 * It keeps the last checkpoint, so that a run can go on after its device was lost.
 */
export class RunLoop {
  readonly #emit: Emit;
  readonly #controller = new AbortController();
  #waiting: TrainEvent[] = [];
  #sentAt = 0;
  #paused: Promise<void> | undefined;
  #unpause: () => void = () => undefined;
  checkpoint: Checkpoint | undefined;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async drive(events: AsyncGenerator<TrainerEvent, void>): Promise<void> {
    try {
      for await (const event of events) {
        await this.#paused; // what was under way when the run was paused is told when it goes on
        if (event.kind === 'checkpoint') this.checkpoint = event.checkpoint;
        else this.#take(event);
      }
    } catch (error) {
      this.#send();
      throw error;
    }
  }

  /** Tells what is left, the end of the run: once the model is ready to be used. */
  finish(): void {
    this.#send();
  }

  pause(): void {
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

  #take(event: TrainEvent): void {
    this.#waiting.push(event);
    const soon = event.kind !== 'steps' && event.kind !== 'done';
    if (soon || performance.now() - this.#sentAt >= EMIT_EVERY) this.#send();
  }

  #send(): void {
    if (this.#waiting.length === 0) return;
    this.#emit('train', this.#waiting);
    this.#waiting = [];
    this.#sentAt = performance.now();
  }
}
