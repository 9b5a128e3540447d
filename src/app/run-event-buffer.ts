import type { Milliseconds } from '../lib/units.ts';
import type { TrainEvent } from '../model/events.ts';

/** How often a run in progress is drawn: a drawing costs the trainer's core some 15 ms. */
const APPLY_EVERY: Milliseconds = 400;

/**
 * Collects training events and applies them together, so that the page redraws at most every `APPLY_EVERY`, however short
 * epochs are. The start and the end of a run are applied at once. This is the page's only throttle of a run; the trainer's own is
 * that losses are read back ten times a second (src/model/loss-window.ts).
 */
export class RunEventBuffer {
  readonly #apply: (events: TrainEvent[]) => void;
  #waiting: TrainEvent[] = [];
  #appliedAt: Milliseconds = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(apply: (events: TrainEvent[]) => void) {
    this.#apply = apply;
  }

  add(event: TrainEvent): void {
    this.#waiting.push(event);
    if (event.kind === 'start' || event.kind === 'done') this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), this.#appliedAt + APPLY_EVERY - performance.now());
  }

  /** Applies what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const events = this.#waiting;
    this.#waiting = [];
    this.#appliedAt = performance.now();
    this.#apply(events);
  }

  discard(): void {
    this.#waiting = [];
    this.flush();
  }
}
