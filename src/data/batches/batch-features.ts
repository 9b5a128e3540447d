import { randomUniform, streamKey } from '../../lib/rng.ts';
import { endsMatch } from '../features/name-matches.ts';
import type { EncodedFeatures } from '../features/encode-features.ts';
import type { Batch, EncodedCorpus } from './batch.ts';
import { lookupFromIndex } from './ragged.ts';

/** Dropout of features during training, so that the model also learns to work without them. */
export interface FeatureDropout {
  /** Drops all list matches of a sentence; `matchKey` is for dropping single ones. */
  lists: { rate: number; key: number; matchKey: number };
  /** Drops all values of a column in a sentence, drawn per column. */
  columns: { rate: number; key: number };
}

/** Probability of dropping a single match. */
const MATCH_DROPOUT = 0.1;

/**
 * The features of a batch's inputs.
 *
 * @param order [B] indices of the batch's sentences
 * @param timeMajor concatenates the values of each sentence into one value per row
 * @param inputs [P] a row of each input; undefined if every row is an input
 */
export function batchFeatures(
  { sentences, features = [] }: EncodedCorpus,
  order: Int32Array,
  timeMajor: (sequenceOf: (b: number) => Int32Array) => Int32Array,
  inputs: Int32Array | undefined,
  dropout: FeatureDropout | undefined,
): Batch['features'] {
  const found: Batch['features'] = {};
  for (const [i, encoded] of features.entries()) {
    const { kind, count, rows, combinations } = encoded;
    const ofToken = (sentence: number, t: number) => combinations[sentences[sentence]!.features![i]![t]!]!;
    const perFeature = Array.from({ length: count }, (_, feature) =>
      timeMajor((b) => {
        const sentence = order[b]!;
        const values = Int32Array.from(sentences[sentence]!.words, (_, t) => ofToken(sentence, t)[feature]!);
        if (dropout !== undefined) leaveOut(values, encoded, feature, dropout, sentence);
        return values;
      }),
    );
    const total = inputs?.length ?? perFeature[0]!.length; // P
    const index = new Int32Array(total * count);
    for (const [feature, values] of perFeature.entries()) {
      for (let p = 0; p < total; p++) index[p * count + feature] = values[inputs?.[p] ?? p]!;
    }
    found[kind] = lookupFromIndex(index, rows);
  }
  return found;
}

/** For each kind of features, [N] keys: equal only for rows with the same features. */
export function featureIds(
  { sentences, features = [] }: EncodedCorpus,
  order: Int32Array,
  timeMajor: (sequenceOf: (b: number) => Int32Array) => Int32Array,
): Int32Array[] {
  return features.map((_, i) => timeMajor((b) => sentences[order[b]!]!.features![i]!));
}

/** @param values [T] of one feature of a sentence, changed in place */
function leaveOut(
  values: Int32Array,
  { kind, unknown }: EncodedFeatures,
  feature: number,
  { lists, columns }: FeatureDropout,
  sentence: number,
): void {
  const none = unknown[feature]!;
  const isWhole =
    kind === 'lists'
      ? randomUniform(lists.key, sentence) < lists.rate
      : randomUniform(streamKey(columns.key, feature), sentence) < columns.rate;
  if (isWhole) values.fill(none);
  if (isWhole || kind === 'columns' || lists.rate === 0) return;
  for (let start = 0, t = 0; t < values.length; t++) {
    if (values[t] === none) start = t + 1;
    else if (endsMatch(values[t]!)) {
      if (randomUniform(streamKey(lists.matchKey, feature, sentence), t) < MATCH_DROPOUT)
        values.fill(none, start, t + 1);
      start = t + 1;
    }
  }
}
