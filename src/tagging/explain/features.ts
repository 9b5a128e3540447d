import { IndicatorEncoder } from '../../data/features/indicators.ts';
import { activeWeights, extremeWeights, type FeatureWeight } from '../../insight/features.ts';
import { defined } from '../../lib/assert.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { TaggerModel } from '../../model/model.ts';
import { withSentence, type PlaceInText } from './sentence-of-text.ts';

/** Selects a token of a text and a tag. */
export interface FeaturesQuery extends PlaceInText {
  token: number;
  /** Tag id. */
  tag: number;
}

/** What the features of a feature CRF say about a tag. Plain data. */
export interface Features {
  word: string;
  tag: string;
  /** Those that are active at the token, which change the score most first. */
  active: FeatureWeight[];
  /** The emission: the sum of their weights. */
  emission: number;
  /** Of all features of the model, those with the highest and the lowest weights for the tag. */
  highest: FeatureWeight[];
  lowest: FeatureWeight[];
  /** Number of features with weights, Vi. */
  count: number;
  milliseconds: Milliseconds;
}

const EXTREMES = 20;

export async function inspectFeatures(model: TaggerModel, { token, tag, ...place }: FeaturesQuery): Promise<Features> {
  const startedAt = performance.now();
  const tokens = await withSentence(model, place, {}, (found) => Promise.resolve(found.tokens));
  const { features, tags } = model.vocabulary;
  const names = defined(features?.indicators, () => 'inspectFeatures: the model has no features');
  const { offsets, rows } = new IndicatorEncoder(model.vocabulary).of({ tokens });
  const own = rows.subarray(offsets[token], offsets[token + 1]);
  const weights = defined(model.weights['indicators.w'], () => 'inspectFeatures: the model has no weights of features');
  const table = new Float32Array(await weights.data<'float32'>());
  const all = { names, tags, table };
  const active = activeWeights(all, own, tag);
  return {
    word: tokens[token]!,
    tag: tags[tag]!,
    active,
    emission: active.reduce((sum, { weight }) => sum + weight, 0),
    ...extremeWeights(all, tag, EXTREMES),
    count: names.length,
    milliseconds: performance.now() - startedAt,
  };
}
