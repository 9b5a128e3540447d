import type { RunRecord } from '../stores/history.ts';

type Reason = NonNullable<RunRecord['reason']>;

const KEY = 'tagsmith.ended';
const REASONS: readonly Reason[] = ['finished', 'patience', 'stopped', 'failed'];

/**
 * Ends of runs that are not in the database yet, or that it had no room for. Local storage is written at once, and its room is another:
 * without it a run that has finished would be listed as unfinished on the next visit.
 */
function readEnds(): Map<RunRecord['id'], Reason> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const isEnd = (value: unknown): value is [string, Reason] =>
      Array.isArray(value) && typeof value[0] === 'string' && REASONS.includes(value[1] as Reason);
    return new Map(Array.isArray(stored) ? stored.filter(isEnd) : []);
  } catch {
    return new Map(); // storage is blocked, or another version has written it
  }
}

function writeEnds(ends: ReadonlyMap<RunRecord['id'], Reason>): void {
  try {
    if (ends.size === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify([...ends]));
  } catch {
    // Nothing can be stored at all: there is no record of the run either, or it stays unfinished.
  }
}

export function noteEnd(id: RunRecord['id'], reason: Reason): void {
  writeEnds(readEnds().set(id, reason));
}

/** The database has it now. */
export function forgetEnd(id: RunRecord['id']): void {
  const ends = readEnds();
  if (ends.delete(id)) writeEnds(ends);
}

export function withNotedEnd(record: RunRecord): RunRecord {
  const reason = record.reason ?? readEnds().get(record.id);
  return reason === record.reason ? record : { ...record, reason };
}

/** Whether there is nothing left to train: it is not to be resumed. */
export const isOver = (reason: Reason): boolean => reason === 'finished' || reason === 'patience';
