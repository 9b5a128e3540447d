import * as v from 'valibot';
import type { CurvePoint } from '../../../../annotation/evaluation-set.ts';
import type { LogEntry } from '../../../../annotation/history.ts';
import { packSentences, unpackSentences, type PackedSentences } from '../../../../annotation/packed-sentences.ts';
import type { NewSentence } from '../../../../annotation/set.ts';
import { StudioError } from '../../../../lib/errors.ts';
import { forEachInSlices } from '../../../../lib/event-loop.ts';
import type { LearnResult } from '../../../../workers/wire/annotation.ts';
import type { SetRecord } from '../sets/store.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

const setRecord: Schema<SetRecord> = v.object({
  id: v.string(),
  name: v.string(),
  sentences: v.number(),
  accepted: v.number(),
  createdAt: v.number(),
  changedAt: v.number(),
});

/** Only the kind of an action is validated: it determines whether this version of the page supports it. */
const logEntry = v.variant('kind', [
  v.object({
    kind: v.literal('do'),
    at: v.number(),
    action: v.looseObject({ kind: v.picklist(['import', 'packed-import', 'edit', 'types', 'describe']) }),
  }),
  v.object({ kind: v.picklist(['undo', 'redo']), at: v.number() }),
]);

/** The stored learner of a set. */
export interface KeptLearner {
  version: 1;
  saved: Blob;
  learnt: Pick<LearnResult, 'trainedOn' | 'quality' | 'forecast' | 'seconds' | 'from'>;
  curve: readonly CurvePoint[];
  queue: Int32Array;
  /** Number of sentences in the set, and of annotated ones, at the last training. */
  sentences: number;
  annotated: number;
}

const keptLearner = v.looseObject({ version: v.literal(1), saved: v.instance(Blob) });

export function readKeptLearner(stored: unknown): KeptLearner | undefined {
  return v.is(keptLearner, stored) ? (stored as unknown as KeptLearner) : undefined;
}

/** @returns undefined if this version of the page cannot show it */
export function readSetRecord(stored: unknown): SetRecord | undefined {
  const result = v.safeParse(setRecord, stored);
  return result.success ? result.output : undefined;
}

/** The stored form of an import: unpacked sentences would block the page's thread. */
interface PackedEntry {
  kind: 'do';
  at: number;
  action: { kind: 'packed-import'; packed: PackedSentences };
}

export function packLogEntry(entry: LogEntry): unknown {
  if (entry.kind !== 'do' || entry.action.kind !== 'import') return entry;
  return { ...entry, action: { kind: 'packed-import', packed: packSentences(entry.action.sentences) } };
}

/** @throws StudioError BadInput if this version of the page does not support the action */
export async function readLogEntry(stored: unknown): Promise<LogEntry> {
  if (v.is(logEntry, stored)) return isPacked(stored) ? unpackEntry(stored) : (stored as LogEntry);
  throw new StudioError(
    'BadInput',
    'A newer version of this page has changed the set in a way that this version does not support. Reload the page.',
  );
}

function isPacked(stored: unknown): stored is PackedEntry {
  return v.is(v.looseObject({ action: v.looseObject({ kind: v.literal('packed-import') }) }), stored);
}

async function unpackEntry({ at, action: { packed } }: PackedEntry): Promise<LogEntry> {
  const sentences: NewSentence[] = [];
  await forEachInSlices(unpackSentences(packed), (sentence) => sentences.push(sentence));
  return { kind: 'do', at, action: { kind: 'import', sentences } };
}
