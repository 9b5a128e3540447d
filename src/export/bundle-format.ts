import * as v from 'valibot';
import { EARLIER_CONFIG, FIELD_NAMES, type RunConfig } from '../config/schema.ts';
import { configProblems, describeProblems } from '../config/validate.ts';
import type { TagStyle } from '../data/corpus.ts';
import type { FeatureTables } from '../data/vocabulary/features.ts';
import type { VocabularyData } from '../data/vocabulary/vocabulary.ts';
import type { Score, Scores } from '../eval/scores.ts';
import { PRECISIONS } from './precision.ts';
import { flag, list, Mismatch, number, object, oneOf, record, text, whole, type Schema } from './checks.ts';

/** Schemas of the JSON files in a bundle. docs/formats.md has their history. */

const score: Schema<Score> = object({
  precision: number,
  recall: number,
  f1: number,
  support: number,
  predicted: number,
  correct: number,
});

export const scores: Schema<Scores> = object({
  overall: score,
  byType: record(score),
  relaxedF1: number,
  tokenAccuracy: number,
  invalidSequences: number,
  tokens: number,
  sentences: number,
});

const provenance = object({
  data: object({ train: text, dev: text, sentences: number, tokens: number, entities: number }),
  vectors: v.optional(text),
  device: text,
  bestEpoch: whole(0),
  dev: v.optional(scores),
  /** For a distilled model: number of teachers, and of sentences besides the training data. */
  student: v.optional(object({ teachers: whole(1), texts: whole(0) })),
});

/** How a model was trained, for its model card. */
export type Provenance = v.InferOutput<typeof provenance>;

export const style: Schema<TagStyle> = object({
  scheme: oneOf('IOB1', 'BIO', 'BIOES', 'BMES', 'IO', 'none'),
  letters: object({ begin: text, inside: text, end: text, single: text, outside: text }),
  separator: text,
  typeFirst: flag,
});

/** `config.json` */
export const bundleConfig = object({
  format: oneOf('tagsmith-model'),
  /** 2: precision other than float32, or hashed words. 3: documents. 4: name lists, columns or an encoder. 5: second pass. */
  version: oneOf(1, 2, 3, 4, 5),
  precision: v.optional(oneOf(...PRECISIONS)),
  /** The settings; checked by `knownSettings`. */
  config: record(v.unknown()),
  style,
  provenance,
  /** Sizes of `vectors.bin`, if there is one. */
  vectors: v.optional(object({ words: whole(1), dimensions: whole(1) })),
  /** CRC-32 of every other file that is read back. */
  checksums: record(number),
});

export type BundleConfig = v.InferOutput<typeof bundleConfig>;

const features: Schema<FeatureTables> = object({
  lists: v.exactOptional(list(object({ name: text, names: list(text), longest: whole(0) }))),
  columns: v.exactOptional(list(object({ name: text, values: list(text) }))),
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

/**
 * The settings of a file, which may have been written by another version. Missing settings get the values that applied at the time;
 * unknown ones are ignored.
 *
 * @throws Mismatch if a setting is invalid
 */
export function knownSettings(config: Record<string, unknown>): RunConfig {
  const found = new Map(Object.entries(config));
  const known = Object.fromEntries(
    FIELD_NAMES.map((name) => [name, found.has(name) ? found.get(name) : EARLIER_CONFIG[name]]),
  ) as RunConfig;
  const problems = configProblems(known);
  if (problems.length > 0) throw new Mismatch(describeProblems(problems));
  return known;
}
