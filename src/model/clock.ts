import type { Seconds, TokensPerSecond } from '../lib/units.ts';

/** What is so long ago counts for a third in the pace of late. */
const MEMORY: Seconds = 5;

interface Measured {
  tokens: number;
  seconds: Seconds;
}

const paceOf = ({ tokens, seconds }: Measured): TokensPerSecond => (seconds === 0 ? 0 : tokens / seconds);

/** Measures training alone: scoring, a pause, and whatever else its consumer does come between `pause` and `resume`. */
export class TrainingClock {
  #epoch: Measured = { tokens: 0, seconds: 0 };
  /** Over the ends of epochs, so that the time of sorting the corpus for the next does not weigh on its first report. */
  #late: Measured = { tokens: 0, seconds: 0 };
  #tokens = 0;
  #resumedAt = 0;

  beginEpoch(): void {
    this.#epoch = { tokens: 0, seconds: 0 };
    this.resume();
  }

  resume(): void {
    this.#resumedAt = performance.now();
  }

  /** Of a step. */
  add(tokens: number): void {
    this.#tokens += tokens;
  }

  pause(): void {
    const tokens = this.#tokens;
    const seconds = (performance.now() - this.#resumedAt) / 1000;
    this.#tokens = 0;
    this.#epoch = { tokens: this.#epoch.tokens + tokens, seconds: this.#epoch.seconds + seconds };
    const kept = Math.exp(-seconds / MEMORY);
    this.#late = { tokens: kept * this.#late.tokens + tokens, seconds: kept * this.#late.seconds + seconds };
  }

  get epochSeconds(): Seconds {
    return this.#epoch.seconds;
  }

  get epochPace(): TokensPerSecond {
    return paceOf(this.#epoch);
  }

  get latePace(): TokensPerSecond {
    return paceOf(this.#late);
  }
}
