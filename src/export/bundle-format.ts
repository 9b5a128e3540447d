import * as v from 'valibot';
import { withDefaults, type RunConfig } from '../config/schema.ts';
import { configProblems, describeProblems } from '../config/validate.ts';
import type { TagStyle } from '../data/corpus.ts';
import type { FeatureTables } from '../data/vocabulary/features.ts';
import type { VocabularyData } from '../data/vocabulary/vocabulary.ts';
import type { Confidence } from '../eval/review-budget.ts';
import type { Score, Scores } from '../eval/scores.ts';
import { crc32 } from '../lib/crc32.ts';
import { PRECISIONS } from './precision.ts';
import { flag, list, Mismatch, number, object, oneOf, record, share, text, whole, type Schema } from './checks.ts';

/** The files of a bundle that are read back. */
export const WEIGHTS = 'model.safetensors';
export const VOCABULARY = 'vocabulary.json';
export const CONFIG = 'config.json';
export const VECTORS = 'vectors.bin';
/** The CRC-32 of `config.json`, in hexadecimal. Files written before 2026-11-24, and by tagger.py, lack it. */
export const CONFIG_CHECKSUM = 'config.crc32';

/** Schemas of the JSON files in a bundle. */

const count = whole(0);

const score: Schema<Score> = object({
  precision: share,
  recall: share,
  f1: share,
  support: count,
  predicted: count,
  correct: count,
});

export const scores: Schema<Scores> = object({
  overall: score,
  byType: record(score),
  relaxedF1: share,
  tokenAccuracy: share,
  macroF1: v.optional(share),
  invalidSequences: count,
  tokens: count,
  sentences: count,
});

const provenance = object({
  data: object({
    train: text,
    dev: text,
    sentences: count,
    tokens: count,
    entities: count,
    /** Of the sentences, as in a recipe. Files written before 2026-11-30, and by tagger.py, lack it. */
    fingerprints: v.optional(object({ train: text, dev: text })),
  }),
  vectors: v.optional(text),
  device: text,
  bestEpoch: whole(0),
  /** Scores of these weights on dev. */
  dev: v.optional(scores),
  /** Scores before the weights were rounded for this file, if those after it were not measured. */
  exactDev: v.optional(scores),
  /** For a distilled model: number of teachers, and of sentences besides the training data. */
  student: v.optional(object({ teachers: whole(1), texts: whole(0) })),
});

/** How a model was trained, for its model card. */
export type Provenance = v.InferOutput<typeof provenance>;

export const style: Schema<TagStyle> = object({
  scheme: oneOf('IOB1', 'BIO', 'BIOES', 'BMES', 'IOE1', 'IOE2', 'IO', 'none', 'text'),
  letters: object({ begin: text, inside: text, end: text, single: text, outside: text }),
  separator: text,
  typeFirst: flag,
});

const scale = object({ slope: number, shift: number });

const confidence: Schema<Confidence> = object({
  calibration: v.optional(object({ all: scale, byType: record(scale) })),
  threshold: v.optional(share),
});

/** `config.json` */
export const bundleConfig = object({
  format: oneOf('tagsmith-model'),
  version: oneOf(1),
  precision: v.optional(oneOf(...PRECISIONS)),
  /** The settings; checked by `knownSettings`. */
  config: record(v.unknown()),
  style,
  provenance,
  confidence: v.optional(confidence),
  /** Sizes of `vectors.bin`, if there is one. */
  vectors: v.optional(object({ words: whole(1), dimensions: whole(1) })),
  /** CRC-32 of every other file that is read back. */
  checksums: record(number),
});

export type BundleConfig = v.InferOutput<typeof bundleConfig>;

const features: Schema<FeatureTables> = object({
  lists: v.exactOptional(list(object({ name: text, names: list(text), longest: whole(0) }))),
  columns: v.exactOptional(list(object({ name: text, values: list(text) }))),
  indicators: v.exactOptional(list(text)),
  encoder: v.exactOptional(
    object({ name: text, hash: text, layers: list(text), pooling: oneOf('first', 'mean'), width: whole(1) }),
  ),
});

/** `vocabulary.json` */
export const vocabularyData: Schema<VocabularyData> = object({
  options: object({
    lowercase: flag,
    digitsToZero: flag,
    minFrequency: whole(1),
    maxFormLength: whole(1),
    hashedWords: v.exactOptional(flag),
  }),
  words: list(text),
  frequencies: list(whole(0)),
  characters: list(text),
  tags: list(text),
  unlinked: v.exactOptional(list(whole(0))),
  features: v.exactOptional(features),
});

/** The settings of a file, checked. @throws Mismatch if a value is invalid */
export function knownSettings(config: Record<string, unknown>): RunConfig {
  const known = withDefaults(config);
  const problems = configProblems(known);
  if (problems.length > 0) throw new Mismatch(describeProblems(problems));
  return known;
}

/** The checksum of `config.json`, as it is stored. */
export function configChecksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
