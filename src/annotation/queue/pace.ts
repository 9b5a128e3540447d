import type { Milliseconds, Seconds } from '../../lib/units.ts';
import { readingSeconds } from './cost-model.ts';
import { movedTo } from '../sets/divide.ts';
import type { LogEntry } from '../sets/history.ts';
import type { AnnotatedSentence } from '../sets/set.ts';

/** A longer pause between two actions does not count as working time. */
export const PAUSE: Milliseconds = 120_000;

/** Sentences that determine the pace: the last ones, since a better model needs fewer corrections. */
const RECENT = 50;
/** With fewer, the pace is not reported. */
const LEAST = 10;

/** The times that a person took for sentences, from the log of a set. Immutable. */
export interface WorkLog {
  /** The time of the last entry; undefined before the first. */
  at: Milliseconds | undefined;
  /** Time since the last decision. */
  worked: Milliseconds;
  /** Whether a pause, or something other than annotating, came after the last decision. */
  isInterrupted: boolean;
  /** The last sentences that were accepted one by one without an interruption, and the time that each took. */
  accepted: readonly { id: number; seconds: Seconds }[];
}

export const NO_WORK: WorkLog = { at: undefined, worked: 0, isInterrupted: true, accepted: [] };

/** The log after an entry. */
export function advanceWork(log: WorkLog, entry: LogEntry): WorkLog {
  const { at } = entry;
  const gap = at - (log.at ?? at);
  const worked = log.worked + gap;
  const isInterrupted = log.isInterrupted || gap < 0 || gap > PAUSE;
  if (entry.kind !== 'do' || entry.action.kind !== 'edit') {
    const { action } = entry.kind === 'do' ? entry : {};
    const isDivision = action?.kind === 'merge' || action?.kind === 'split';
    const accepted = isDivision ? log.accepted.map((one) => ({ ...one, id: movedTo(action, one.id) })) : log.accepted;
    return { at, worked, isInterrupted: true, accepted };
  }
  const [edit, ...others] = entry.action.edits;
  if (edit?.state === undefined && others.length === 0) return { ...log, at, worked, isInterrupted };
  const isOne = others.length === 0 && edit?.state === 'accepted' && edit.isAdopted !== true;
  const accepted =
    isOne && !isInterrupted ? [...log.accepted, { id: edit.id, seconds: worked / 1000 }].slice(-RECENT) : log.accepted;
  return { at, worked: 0, isInterrupted: false, accepted };
}

/** How fast a person annotates. */
export interface Pace {
  /** Number of sentences that it was measured on. */
  sentences: number;
  /** Mean time of one. */
  seconds: Seconds;
  /** That time, relative to reading and accepting the same sentences by the cost model. */
  factor: number;
}

/** @returns undefined until enough sentences have been accepted */
export function paceOf(
  { accepted }: WorkLog,
  sentences: readonly Pick<AnnotatedSentence, 'tokens'>[],
): Pace | undefined {
  const known = accepted.filter(({ id }) => id < sentences.length);
  if (known.length < LEAST) return undefined;
  const real = known.reduce((sum, { seconds }) => sum + seconds, 0);
  const modelled = known.reduce((sum, { id }) => sum + readingSeconds(sentences[id]!.tokens.length), 0);
  return { sentences: known.length, seconds: real / known.length, factor: real / modelled };
}

/** The time for the open sentences at this pace. */
export function remainingSeconds(
  { factor }: Pace,
  sentences: readonly Pick<AnnotatedSentence, 'tokens' | 'state'>[],
): Seconds {
  const open = sentences.filter(({ state }) => state === 'open');
  return factor * open.reduce((sum, { tokens }) => sum + readingSeconds(tokens.length), 0);
}
