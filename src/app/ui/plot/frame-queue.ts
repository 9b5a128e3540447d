import { createContext } from 'react';
import type { Milliseconds } from '../../../lib/units.ts';

const IDLE_TIMEOUT: Milliseconds = 500;
const SAFARI_PAUSE: Milliseconds = 50; // it has no requestIdleCallback

/**
 * Draws one figure per frame, and the next one only when the page is idle. React renders a chart in several tasks, but two charts at once
 * in a single one, long enough to delay typing. Nothing is drawn while the page is hidden.
 */
export class FrameQueue {
  readonly #waiting = new Set<() => void>();
  #isScheduled = false;

  /** Adds a drawing to the end of the queue, unless it is queued already. */
  add(draw: () => void): void {
    this.#waiting.add(draw);
    this.#schedule();
  }

  delete(draw: () => void): void {
    this.#waiting.delete(draw);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      const [draw] = this.#waiting;
      if (draw) {
        this.#waiting.delete(draw);
        draw();
      }
      whenIdle(() => {
        this.#isScheduled = false;
        this.#schedule();
      });
    });
  }
}

function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: IDLE_TIMEOUT });
  else setTimeout(then, SAFARI_PAUSE);
}

/** The queue shared by all figures of the page. */
export const FrameQueueContext = createContext<FrameQueue | undefined>(undefined);
