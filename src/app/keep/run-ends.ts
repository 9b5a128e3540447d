import { localText } from '../../lib/browser-text.ts';
import type { RunRecord } from '../stores/runs/history.ts';

type Reason = NonNullable<RunRecord['reason']>;

const KEY = 'tagsmith.ended';
const REASONS: readonly Reason[] = ['finished', 'patience', 'stopped', 'failed'];

/**
 * Ends of runs that are not in the database yet, or did not fit. Local storage is written synchronously and has its own quota; without it,
 * a finished run would be listed as unfinished in the next session.
 */
function readEnds(): Map<RunRecord['id'], Reason> {
  try {
    const stored: unknown = JSON.parse(localText.read(KEY) ?? '[]');
    const isEnd = (value: unknown): value is [string, Reason] =>
      Array.isArray(value) && typeof value[0] === 'string' && REASONS.includes(value[1] as Reason);
    return new Map(Array.isArray(stored) ? stored.filter(isEnd) : []);
  } catch {
    return new Map(); // damaged
  }
}

function writeEnds(ends: ReadonlyMap<RunRecord['id'], Reason>): void {
  localText.write(KEY, ends.size === 0 ? undefined : JSON.stringify([...ends]));
}

export function noteEnd(id: RunRecord['id'], reason: Reason): void {
  writeEnds(readEnds().set(id, reason));
}

/** Called when the database has the end. */
export function forgetEnd(id: RunRecord['id']): void {
  const ends = readEnds();
  if (ends.delete(id)) writeEnds(ends);
}

export function withNotedEnd(record: RunRecord): RunRecord {
  const reason = record.reason ?? readEnds().get(record.id);
  return reason === record.reason ? record : { ...record, reason };
}

/** Whether there is nothing left to train, so that the run cannot be resumed. */
export const isOver = (reason: Reason): boolean => reason === 'finished' || reason === 'patience';
