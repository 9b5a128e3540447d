import type { Milliseconds } from '../../lib/units.ts';
import type { TrainEvent } from '../../model/events.ts';

/** Interval of rendering a run in progress: each render takes about 15 ms of a core that the trainer uses. */
const APPLY_EVERY: Milliseconds = 400;

/**
 * Collects training events and applies them in batches, so that the page renders at most every `APPLY_EVERY`, however short epochs are. The
 * start and the end of a run are applied immediately. This is the only throttle in the page; the trainer reads losses back ten times a
 * second (src/model/loss-window.ts).
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

  /** Applies pending events. */
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
