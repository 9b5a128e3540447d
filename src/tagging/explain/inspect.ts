import type { RunConfig } from '../../config/schema.ts';
import type { Transitions } from '../../crf/transitions.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { textUnits } from '../texts/text-units.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { TaggerModel } from '../../model/model.ts';
import { decodingScores } from '../../model/crf-scores.ts';
import { mixText } from '../../model/layer-shares.ts';
import { taggerWeights } from '../../model/weights.ts';
import { scoreSentences } from '../texts/text.ts';

/** Emissions and scores of a model for a text, before decoding. Plain data for src/insight. */
export interface Inspection {
  sentences: InspectedSentence[];
  config: RunConfig;
  /** I, number of input features per token; of a feature CRF, the features that have weights. */
  inputs: number;
  /** Describes how the encoder's layers are mixed; undefined if they are not. */
  mix?: string | undefined;
  /** [K] */
  tags: string[];
  /** Scores for decoding, including penalties of illegal transitions. */
  scores: Transitions<Float32Array>;
  /** 1 where the tag scheme forbids the transition. */
  illegal: Transitions<Uint8Array>;
  /** Whether illegal transitions have a penalty. */
  isConstrained: boolean;
  milliseconds: Milliseconds;
}

export interface InspectedSentence {
  /** [T], T ≥ 1 */
  tokens: string[];
  /** [T, K] */
  emissions: Float32Array;
}

/**
 * Splits a text into sentences and computes their emissions. The text is one document, as in the sentence box.
 *
 * @param stored vectors for words outside the vocabulary
 */
export async function inspectText(
  model: TaggerModel,
  text: string,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<Inspection> {
  const startedAt = performance.now();
  const { config, vocabulary, illegal } = model;
  const tags = [...vocabulary.tags];
  const split = textUnits(model.style, text).map((tokens) => ({
    tokens: tokens.map((token) => token.text),
    document: 0,
  }));
  const inspected: (InspectedSentence | undefined)[] = split.map(() => undefined);
  for await (const { sentence, emissions } of scoreSentences(model, split, stored, signal)) {
    inspected[sentence] = { tokens: split[sentence]!.tokens, emissions };
  }
  return {
    sentences: inspected.filter((sentence) => sentence !== undefined),
    config,
    inputs: (model.weights['layer0.wx'] ?? model.weights['indicators.w'])!.shape[0]!,
    mix: await mixOf(model),
    tags,
    scores: await decodingScores(model),
    illegal,
    isConstrained: config.decoder === 'crf' && config.constraints,
    milliseconds: performance.now() - startedAt,
  };
}

async function mixOf(model: TaggerModel): Promise<string | undefined> {
  const { mix } = taggerWeights(model);
  if (mix === undefined) return undefined;
  const [w, gamma] = await Promise.all([mix.w.data<'float32'>(), mix.gamma.data<'float32'>()]);
  return mixText(model.vocabulary, { w, gamma: gamma[0]! });
}
