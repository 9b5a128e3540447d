import * as v from 'valibot';
import { presetById } from '../../config/presets.ts';
import { withDefaults, type RunConfig } from '../../config/schema.ts';
import { configProblems } from '../../config/validate.ts';
import type { Score, Scores } from '../../eval/scores.ts';
import { isKeptEpochs, type KeptEpochs } from '../stores/runs/kept-epochs.ts';
import { DEFAULT_RECIPE } from '../stores/recipe-address.ts';
import type { RunRecord } from '../stores/runs/history.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

/** A loss may be `NaN`. */
const number = v.custom<number>((value) => typeof value === 'number');
const text = v.string();

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
  seeds: number,
});

const epoch: Schema<RunRecord['epochs'][number]> = v.object({
  epoch: number,
  trainLoss: number,
  devLoss: number,
  dev: scores,
  learningRate: number,
  tokensPerSecond: number,
  seconds: number,
  bestEpoch: number,
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

const kept = v.object({ epoch: number, bytes: number });

const record: Schema<RunRecord> = v.object({
  id: text,
  name: text,
  startedAt: number,
  recipe,
  from: v.picklist(['scratch', 'model']),
  parent: v.undefinedable(text),
  data: text,
  dev: text,
  sentences: number,
  vectors: v.undefinedable(text),
  inputs: v.optional(text),
  device: text,
  reason: v.undefinedable(reason),
  epochs: v.array(epoch),
  seeds: v.array(seed),
  scored: v.array(v.object({ file: text, overall: score })),
  model: v.undefinedable(v.object({ ...kept.entries, f1: number })),
  checkpoint: v.undefinedable(kept),
  // An invalid part must not make the whole run unreadable.
  kept: v.fallback(v.undefinedable(v.custom<KeptEpochs>(isKeptEpochs)), undefined),
});

/** @returns undefined if there is none, or this version of the page cannot show it */
export function readRecord(stored: unknown): RunRecord | undefined {
  const result = v.safeParse(record, stored);
  return result.success ? result.output : undefined;
}
