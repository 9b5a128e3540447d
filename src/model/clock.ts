import type { Seconds, TokensPerSecond } from '../lib/units.ts';

/** Time constant of the recent pace: steps this long ago have a weight of 1/e. */
const MEMORY: Seconds = 5;

interface Measured {
  tokens: number;
  seconds: Seconds;
}

const paceOf = ({ tokens, seconds }: Measured): TokensPerSecond => (seconds === 0 ? 0 : tokens / seconds);

/** Measures the time of training only: scoring, pauses and other work of the consumer are between `pause` and `resume`. */
export class TrainingClock {
  #epoch: Measured = { tokens: 0, seconds: 0 };
  /** Spans epochs, so that sorting the corpus for the next epoch does not dominate its first report. */
  #recent: Measured = { tokens: 0, seconds: 0 };
  #tokens = 0;
  #resumedAt = 0;

  beginEpoch(): void {
    this.#epoch = { tokens: 0, seconds: 0 };
    this.resume();
  }

  resume(): void {
    this.#resumedAt = performance.now();
  }

  /** Adds the tokens of a step. */
  add(tokens: number): void {
    this.#tokens += tokens;
  }

  pause(): void {
    const tokens = this.#tokens;
    const seconds = (performance.now() - this.#resumedAt) / 1000;
    this.#tokens = 0;
    this.#epoch = { tokens: this.#epoch.tokens + tokens, seconds: this.#epoch.seconds + seconds };
    const kept = Math.exp(-seconds / MEMORY);
    this.#recent = { tokens: kept * this.#recent.tokens + tokens, seconds: kept * this.#recent.seconds + seconds };
  }

  get epochSeconds(): Seconds {
    return this.#epoch.seconds;
  }

  get epochPace(): TokensPerSecond {
    return paceOf(this.#epoch);
  }

  get recentPace(): TokensPerSecond {
    return paceOf(this.#recent);
  }
}
