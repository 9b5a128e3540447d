import * as v from 'valibot';
import type { CurvePoint } from '../../../../annotation/queue/evaluation-set.ts';
import type { LearnResult } from '../../../../workers/wire/annotation.ts';
import type { SetId, SetRecord } from '../sets/store.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

/** The name of a set whose record is damaged, until it is opened. */
const NAMELESS = 'Set without a readable name';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.pipe(v.number(), v.finite());

const notes = v.object({ guidelines: v.string(), rules: v.string() });
const link = v.object({ set: v.string(), writer: v.string(), notes });

/** A part that is damaged or missing gets a substitute: what counts is the log. */
const setRecord: v.GenericSchema<unknown, Omit<SetRecord, 'id'>> = v.fallback(
  v.object({
    name: v.fallback(v.pipe(v.string(), v.nonEmpty()), NAMELESS),
    sentences: v.fallback(count, 0),
    accepted: v.fallback(count, 0),
    createdAt: v.fallback(time, 0),
    changedAt: v.fallback(time, 0),
    lines: v.fallback(v.optional(count), undefined),
    project: v.fallback(v.optional(link), undefined),
  }),
  { name: NAMELESS, sentences: 0, accepted: 0, createdAt: 0, changedAt: 0 },
);

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

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const learnt: Schema<KeptLearner['learnt']> = v.object({
  trainedOn: count,
  quality: v.undefinedable(v.object({ f1: share, low: share, high: share, sentences: count, entities: count })),
  forecast: v.variant('kind', [
    v.object({ kind: v.literal('sentences'), more: count }),
    v.object({ kind: v.literal('limit'), f1: share }),
    v.object({ kind: v.literal('unknown'), reason: v.picklist(['few-points', 'no-trend']) }),
  ]),
  seconds: time,
  from: v.picklist(['scratch', 'model']),
});

const keptLearner: Schema<KeptLearner> = v.object({
  version: v.literal(1),
  saved: v.instance(Blob),
  learnt,
  curve: v.array(v.object({ sentences: count, f1: share })),
  queue: v.instance(Int32Array),
  sentences: count,
  annotated: count,
});

/** @returns undefined if there is none or it is damaged: it is then trained again */
export function readKeptLearner(stored: unknown): KeptLearner | undefined {
  const { success, output } = v.safeParse(keptLearner, stored);
  const isQueue = success && output.queue.every((id) => id >= 0 && id < output.sentences);
  return isQueue ? output : undefined;
}

/** A damaged record is read with substitutes for what is missing, so that its set stays in the list. */
export function readSetRecord(id: SetId, stored: unknown): SetRecord {
  return { ...v.parse(setRecord, stored), id };
}
