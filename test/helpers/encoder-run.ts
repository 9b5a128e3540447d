import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import type { FeatureStore } from '../../src/encoder/feature-store.ts';
import { loadEncoderFeatures } from '../../src/runs/load-encoder-features.ts';
import { encoderOf, prepareRun, type RunSource } from '../../src/runs/prepare.ts';
import { corpusOf, TINY } from './tiny-run.ts';

/** With words that occur once: only an encoder knows that words with a q are names. */
const { sentences: train, style } = corpusOf(
  'the O\naqab B-X\nsaw O\n\nthe O\nsaw O\nbaqa B-X\n\nthe O\nabba O\nsaw O\n',
);
const dev = corpusOf('the O\nqabb B-X\nsaw O\n\nthe O\nbbaa O\nsaw O\n').sentences;

export const ENCODER_DATA = { train, dev };

export const ENCODER_CONFIG: RunConfig = {
  ...DEFAULT_CONFIG,
  ...TINY,
  charEncoder: 'none',
  minFrequency: 2,
  epochs: 60,
  batchSize: 3,
  optimizer: 'adam',
  learningRate: 0.02,
  dropoutInput: 0,
};

/** A run whose encoder is `store`, with its features computed. The caller must dispose its model. */
export async function encoderRun(config: RunConfig, store: FeatureStore) {
  const source: RunSource = { train, dev, others: [], style, vectors: undefined, encoder: () => store };
  await loadEncoderFeatures([encoderOf(config, source)], source, undefined, {});
  return { ...prepareRun(config, source), source };
}
