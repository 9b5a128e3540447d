import type { Milliseconds } from '../lib/units.ts';
import { whenEnded } from '../lib/worker-life.ts';

const CHECK_EVERY: Milliseconds = 1000;
/** Checks without an answer after which a trainer is given up: a message waits some milliseconds, even while it trains. */
const MOST_UNANSWERED = 7;

export interface PulseOptions {
  /** The name of a lock that the worker holds as long as it lives. */
  lock: string;
  ping: () => Promise<unknown>;
  /** Whether an answer is to be expected at once: while it reads or prepares, the worker may be busy for long. */
  isExpected: () => boolean;
  /** The trainer is gone. @param reason a sentence without its end */
  onGone: (reason: string) => void;
}

/**
 * Notices a worker that ends without an error event, as when the memory runs out, at once; and one that does not answer any more, within
 * ten seconds. Checks are counted, not the time between them: a machine that slept has not missed any.
 *
 * @returns what ends it
 */
export function watchPulse({ lock, ping, isExpected, onGone }: PulseOptions): () => void {
  const over = new AbortController();
  const gone = (reason: string) => {
    if (over.signal.aborted) return;
    end();
    onGone(reason);
  };
  let unanswered = 0;
  const timer = setInterval(() => {
    if (!isExpected()) {
      unanswered = 0;
    } else if (unanswered++ === 0) {
      const answered = () => {
        unanswered = 0;
      };
      ping().then(answered, answered); // a refusal is an answer
    } else if (unanswered > MOST_UNANSWERED) {
      gone(`It has not answered for ${unanswered} seconds`);
    }
  }, CHECK_EVERY);
  const end = () => {
    clearInterval(timer);
    over.abort();
  };
  void whenEnded(lock, over.signal).then(
    () => gone('It ended without an error, probably because it ran out of memory'),
    () => undefined, // aborted
  );
  return end;
}
