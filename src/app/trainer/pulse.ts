import type { Milliseconds } from '../../lib/units.ts';

const CHECK_EVERY: Milliseconds = 1000;
/** Number of unanswered checks after which a trainer counts as hung. Even during training it answers within milliseconds. */
const MOST_UNANSWERED = 7;

export interface PulseOptions {
  ping: () => Promise<unknown>;
  /** Whether the worker should answer immediately: while it reads or prepares, it may be busy for long. */
  isExpected: () => boolean;
  /** Called when the trainer hangs. @param reason a sentence without the full stop */
  onGone: (reason: string) => void;
}

/**
 * Detects a worker that no longer answers, within ten seconds. Counts checks instead of time, so that sleep of the machine is not mistaken
 * for a hang.
 *
 * @returns a function that stops this
 */
export function watchPulse({ ping, isExpected, onGone }: PulseOptions): () => void {
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
      clearInterval(timer);
      onGone(`it has not answered for ${unanswered} seconds`);
    }
  }, CHECK_EVERY);
  return () => clearInterval(timer);
}
