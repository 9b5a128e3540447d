import * as v from 'valibot';
import type { TagStyle } from '../data/corpus.ts';
import type { VocabularyData } from '../data/vocabulary/vocabulary.ts';
import type { Score, Scores } from '../eval/scores.ts';
import { flag, list, number, object, oneOf, record, text, whole, type Schema } from './checks.ts';

/** What stands in the JSON files of a bundle; docs/formats.md has their history. */

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
  bestEpoch: number,
  dev: v.optional(scores),
});

/** How a bundle came to be: told in its model card. */
export type Provenance = v.InferOutput<typeof provenance>;

const style: Schema<TagStyle> = object({
  scheme: oneOf('IOB1', 'BIO', 'BIOES', 'BMES', 'IO', 'none'),
  letters: object({ begin: text, inside: text, end: text, single: text, outside: text }),
  separator: text,
  typeFirst: flag,
});

/** `config.json` */
export const bundleConfig = object({
  format: oneOf('tagsmith-model'),
  version: oneOf(1),
  /** Every setting; which they are and their bounds say `FIELDS` (src/config/schema.ts). */
  config: record(v.unknown()),
  style,
  provenance,
  /** Of `vectors.bin`, where there is one. */
  vectors: v.optional(object({ words: whole(1), dimensions: whole(1) })),
  /** CRC-32 of each other file that is read back: a changed byte is found. */
  checksums: record(number),
});

export type BundleConfig = v.InferOutput<typeof bundleConfig>;

/** `vocabulary.json` */
export const vocabularyData: Schema<VocabularyData> = object({
  options: object({ lowercase: flag, digitsToZero: flag, minFrequency: whole(1), maxFormLength: whole(1) }),
  words: list(text),
  frequencies: list(whole(0)),
  characters: list(text),
  tags: list(text),
});
