import type { Span } from '../../data/corpus.ts';
import { overlaps, pairSpans, sameTokens } from '../../eval/match-spans.ts';
import type { Seconds } from '../../lib/units.ts';

/**
 * The time that a person needs to annotate: reading, then actions by keyboard or mouse. Operators and their times are those of the
 * keystroke-level model (Card, Moran & Newell 1980, doi:10.1145/358886.358895); reading takes 238 words a minute (Brysbaert 2019,
 * doi:10.1016/j.jml.2019.104047).
 */
export const SECONDS = {
  /** Reading a token. */
  token: 60 / 238,
  /** K: a key, by an average typist. */
  key: 0.28,
  /** P: pointing at a target with the mouse. */
  point: 1.1,
  /** Pressing or releasing the mouse button. */
  button: 0.1,
  /** H: moving a hand between keyboard and mouse. */
  home: 0.4,
  /** M: preparing mentally for an action. */
  think: 1.35,
} as const;

/** Accepting a sentence: one key. */
const ACCEPT: Seconds = SECONDS.think + SECONDS.key;

/** Marking a span with the mouse: point, press, drag, release; then a digit. */
const MARK_BY_MOUSE: Seconds = SECONDS.think + 2 * (SECONDS.point + 2 * SECONDS.button) + SECONDS.home + SECONDS.key;

/**
 * The time to turn suggestions into the gold annotation of a sentence. The cursor moves from left to right, with one key per suggestion or
 * token. A new span is marked with keys or the mouse, whichever is faster.
 *
 * @param tokens T
 * @param suggested, gold sorted by start, not overlapping
 */
export function annotationSeconds(tokens: number, suggested: readonly Span[], gold: readonly Span[]): Seconds {
  const { key, think } = SECONDS;
  let seconds = readingSeconds(tokens);
  let at = 0; // the cursor's token
  let passed = 0; // suggestions since the last action
  for (const pair of pairSpans(gold, suggested)) {
    const { gold: wanted, predicted } = pair;
    if (predicted === undefined) {
      const { start, end } = wanted!;
      seconds += Math.min(think + (Math.abs(start - at) + (end - start) + 1) * key, MARK_BY_MOUSE);
      at = end;
      passed = 0;
      continue;
    }
    passed++;
    const changes = changesOf(wanted, predicted);
    if (changes === 0) continue;
    seconds += think + (passed + changes) * key;
    at = predicted.end;
    passed = 0;
  }
  return seconds;
}

/** Key presses that turn a suggestion into an entity: one for its type, one for each token at either end. Removing it takes one. */
function changesOf(wanted: Span | undefined, suggested: Span): number {
  if (wanted === undefined || !overlaps(wanted, suggested)) return 1;
  const boundary = sameTokens(wanted, suggested)
    ? 0
    : Math.abs(wanted.start - suggested.start) + Math.abs(wanted.end - suggested.end);
  return boundary + (wanted.type === suggested.type ? 0 : 1);
}

/** The time to read and accept a sentence without corrections. @param tokens T */
export function readingSeconds(tokens: number): Seconds {
  return SECONDS.token * tokens + ACCEPT;
}
