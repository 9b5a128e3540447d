import type { Milliseconds } from '../lib/units.ts';
import { whenEnded } from '../lib/worker-life.ts';

const CHECK_EVERY: Milliseconds = 1000;
/** Number of unanswered checks after which a trainer counts as hung. Even during training it answers within milliseconds. */
const MOST_UNANSWERED = 7;

export interface PulseOptions {
  /** The name of a lock that the worker holds until it ends. */
  lock: string;
  ping: () => Promise<unknown>;
  /** Whether the worker should answer immediately: while it reads or prepares, it may be busy for long. */
  isExpected: () => boolean;
  /** Called when the trainer has ended or hangs. @param reason a sentence without the full stop */
  onGone: (reason: string) => void;
}

/**
 * Detects a worker that ends without an error event, for instance out of memory, immediately; and one that no longer answers, within ten
 * seconds. Counts checks instead of time, so that sleep of the machine is not mistaken for a hang.
 *
 * @returns a function that stops this
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
      ping().then(answered, answered); // an error is also an answer
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
