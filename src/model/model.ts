import type { RunConfig } from '../config/schema.ts';
import { illegalTransitions } from '../crf/constraints.ts';
import type { Transitions } from '../crf/transitions.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import { encodeCorpus, type SentenceToEncode } from '../data/batches/encode.ts';
import type { BatchOptions } from '../data/batches/batching.ts';
import type { EncoderFeatures } from '../data/features/encoder-features.ts';
import { tagKind, type TagStyle } from '../data/corpus.ts';
import type { Confidence } from '../eval/review-budget.ts';
import { trainingStyle } from '../data/tags/training-tags.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { disposeWeights, uploadWeights, type HostWeights, type Weights } from './weights.ts';

/** A tagger in memory, for training, tagging and export. */
export interface TaggerModel {
  config: RunConfig;
  vocabulary: Vocabulary;
  /** The user's tag style; tags in the vocabulary are in the training scheme. */
  style: TagStyle;
  /** Transitions that the training scheme forbids, whether or not the recipe does: 1 where illegal. */
  illegal: Transitions<Uint8Array>;
  weights: Weights;
  /** The encoder, for a vocabulary with one. Undefined if it is not available: the model cannot be used then. */
  encoder?: EncoderFeatures | undefined;
  /** From the probabilities of entities to their confidence. Undefined: the same, and no threshold. */
  confidence?: Confidence | undefined;
}

/** A model before its weights are on a device. */
export type ModelParts = Omit<TaggerModel, 'weights'>;

export function modelParts(config: RunConfig, vocabulary: Vocabulary, style: TagStyle): ModelParts {
  return { config, vocabulary, style, illegal: illegalTransitions(vocabulary.tags, trainingStyle(config, style)) };
}

/**
 * Encodes sentences for a model, including the features of its encoder.
 *
 * @param vocabulary of the model, or an extension of it
 * @throws StudioError NotReady without its encoder; Cancelled, BadCorpus
 */
export async function encodeSentences(
  { encoder }: Pick<TaggerModel, 'encoder'>,
  vocabulary: Vocabulary,
  sentences: readonly SentenceToEncode[],
  signal?: AbortSignal,
): Promise<EncodedCorpus> {
  if (vocabulary.features?.encoder !== undefined) {
    await encoder?.load(
      sentences.map(({ tokens }) => tokens),
      { signal },
    );
  }
  return encodeCorpus(vocabulary, sentences, encoder);
}

/** Batch options for a model. */
export function batchOptions({
  config,
  vocabulary,
  style,
}: Pick<TaggerModel, 'config' | 'vocabulary' | 'style'>): BatchOptions {
  return {
    ...(config.charEncoder === 'lstm' && { alphabet: vocabulary.characters.length }),
    ...(config.attention === 'sentence' && { attention: true }),
    ...(tagKind(style) === 'classes' && { texts: true }),
  };
}

/** Replaces the weights of a model and frees the previous ones. */
export function replaceWeights(model: TaggerModel, host: HostWeights): void {
  disposeWeights(model.weights);
  model.weights = uploadWeights(host);
}
