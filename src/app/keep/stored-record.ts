import * as v from 'valibot';
import { presetById } from '../../config/presets.ts';
import { withDefaults, type RunConfig } from '../../config/schema.ts';
import { configProblems } from '../../config/validate.ts';
import type { Score, Scores } from '../../eval/scores.ts';
import { isDrawnSteps, type DrawnSteps } from '../stores/runs/drawn-steps.ts';
import { isKeptEpochs, type KeptEpochs } from '../stores/runs/kept-epochs.ts';
import { DEFAULT_RECIPE } from '../stores/recipe-address.ts';
import type { RunRecord } from '../stores/runs/history.ts';
import { itemsBeforeDamage, salvage, type FieldReaders } from './salvage.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

/** A loss may be `NaN`. */
const number = v.custom<number>((value) => typeof value === 'number');
const text = v.string();
const name = v.pipe(text, v.nonEmpty());
const time = v.pipe(number, v.check((value) => Number.isFinite(value) && Math.abs(value) <= LATEST)); // prettier-ignore
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The latest time of a `Date`. */
const LATEST = 8.64e15;

const score: Schema<Score> = v.object({
  precision: number,
  recall: number,
  f1: number,
  support: number,
  predicted: number,
  correct: number,
});

const scores: Schema<Scores> = v.object({
  overall: score,
  // Not `v.record`, which drops a type named `constructor`.
  byType: v.custom<Scores['byType']>(
    (value) => typeof value === 'object' && value !== null && Object.values(value).every((one) => v.is(score, one)),
  ),
  relaxedF1: number,
  tokenAccuracy: number,
  macroF1: v.exactOptional(number),
  invalidSequences: number,
  tokens: number,
  sentences: number,
});

/** A setting that was added since gets its default. */
const config: Schema<RunConfig> = v.pipe(
  v.record(text, v.unknown()),
  v.transform(withDefaults),
  v.check((settings) => configProblems(settings).length === 0),
);

export const recipe: Schema<RunRecord['recipe']> = v.object({
  presetId: v.pipe(
    text,
    v.transform((id) => (presetById(id) === undefined ? DEFAULT_RECIPE.presetId : id)),
  ),
  config,
  seeds: v.pipe(count, v.minValue(1)),
  unlabelled: v.optional(v.literal(true)),
});

const epoch: Schema<RunRecord['epochs'][number]> = v.object({
  epoch: v.pipe(count, v.minValue(1)),
  trainLoss: number,
  devLoss: number,
  dev: scores,
  learningRate: number,
  tokensPerSecond: number,
  seconds: number,
  bestEpoch: count,
});

const reason = v.picklist(['finished', 'patience', 'stopped', 'failed']);

const seed: Schema<RunRecord['seeds'][number]> = v.object({
  label: text,
  seed: number,
  reason,
  bestEpoch: number,
  epochs: number,
  curve: v.optional(v.array(number), []),
  dev: scores,
  test: v.undefinedable(scores),
  parameters: number,
  seconds: number,
  tokensPerSecond: number,
});

const kept = { epoch: count, bytes: count };

const READERS: FieldReaders<Omit<RunRecord, 'id' | 'damaged'>> = {
  name: [name, 'Run without a readable name'],
  startedAt: [time, 0],
  recipe: [recipe, DEFAULT_RECIPE],
  from: [v.picklist(['scratch', 'model']), 'scratch'],
  parent: [v.undefinedable(text), undefined],
  data: [text, ''],
  dev: [text, ''],
  sentences: [count, 0],
  vectors: [v.undefinedable(text), undefined],
  inputs: [v.optional(text), undefined],
  partial: [v.optional(text), undefined],
  fingerprints: [v.optional(text), undefined],
  device: [text, ''],
  reason: [v.undefinedable(reason), 'stopped'],
  epochs: [v.array(epoch), []],
  seeds: [v.array(seed), []],
  scored: [v.array(v.object({ file: text, overall: score })), []],
  model: [
    v.undefinedable(v.object({ name: v.exactOptional(name), ...kept, f1: share, crc: v.exactOptional(v.number()) })),
    undefined,
  ],
  checkpoint: [v.undefinedable(v.object(kept)), undefined],
  kept: [v.undefinedable(v.custom<KeptEpochs>(isKeptEpochs)), undefined],
  drawn: [v.optional(v.custom<DrawnSteps>(isDrawnSteps)), undefined],
};

/** Reads a stored run. Damaged fields are replaced and named in `damaged`; of its epochs, those before the first damaged one are kept. */
export function readRecord(id: RunRecord['id'], stored: unknown): RunRecord {
  const { value, damaged } = salvage(READERS, stored);
  const { epochs, damaged: before } = Object(stored) as { epochs?: unknown; damaged?: unknown };
  if (damaged.includes('epochs')) value.epochs = itemsBeforeDamage(epoch, epochs);
  const all = [...new Set([...itemsBeforeDamage(text, before), ...damaged])];
  return { ...value, id, ...(all.length > 0 && { damaged: all }) };
}
