import * as v from 'valibot';
import type { LogEntry } from '../../annotation/history.ts';
import { StudioError } from '../../lib/errors.ts';
import type { SetRecord } from '../stores/annotation-sets.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

const setRecord: Schema<SetRecord> = v.object({
  id: v.string(),
  name: v.string(),
  sentences: v.number(),
  accepted: v.number(),
  createdAt: v.number(),
  changedAt: v.number(),
});

/** What is within an action is read as it was written: only its kind tells whether this version of the page knows it. */
const logEntry = v.variant('kind', [
  v.object({
    kind: v.literal('do'),
    at: v.number(),
    action: v.looseObject({ kind: v.picklist(['import', 'edit', 'types', 'describe']) }),
  }),
  v.object({ kind: v.picklist(['undo', 'redo']), at: v.number() }),
]);

/** @returns undefined if this version of the page cannot show it */
export function readSetRecord(stored: unknown): SetRecord | undefined {
  const result = v.safeParse(setRecord, stored);
  return result.success ? result.output : undefined;
}

/** @throws StudioError BadInput if this version of the page does not know what was done */
export function readLogEntry(stored: unknown): LogEntry {
  if (v.is(logEntry, stored)) return stored as LogEntry;
  throw new StudioError(
    'BadInput',
    'A later version of this page has changed the set in a way that this one does not know. Reload the page.',
  );
}
