import type { RunConfig } from '../config/schema.ts';
import { illegalTransitions } from '../crf/constraints.ts';
import type { Transitions } from '../crf/transitions.ts';
import type { BatchOptions } from '../data/batches/batching.ts';
import type { TagStyle } from '../data/corpus.ts';
import { trainingStyle } from '../data/tags/training-tags.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { disposeWeights, uploadWeights, type HostWeights, type Weights } from './weights.ts';

/** A tagger in memory: what is trained, tags, and goes into a bundle. */
export interface TaggerModel {
  config: RunConfig;
  vocabulary: Vocabulary;
  /** How the user writes tags; those of the vocabulary are in the training scheme. */
  style: TagStyle;
  /** The steps between tags that the training scheme forbids, whether or not the recipe does: 1 where illegal. */
  illegal: Transitions<Uint8Array>;
  weights: Weights;
}

/** A model before its weights are on a device. */
export type ModelParts = Omit<TaggerModel, 'weights'>;

export function modelParts(config: RunConfig, vocabulary: Vocabulary, style: TagStyle): ModelParts {
  return { config, vocabulary, style, illegal: illegalTransitions(vocabulary.tags, trainingStyle(config, style)) };
}

/** How batches are made for a model. */
export function batchOptions({ config, vocabulary }: Pick<TaggerModel, 'config' | 'vocabulary'>): BatchOptions {
  return config.charEncoder === 'lstm' ? { alphabet: vocabulary.characters.length } : {};
}

/** Gives a model other weights; the previous ones leave the device. */
export function replaceWeights(model: TaggerModel, host: HostWeights): void {
  disposeWeights(model.weights);
  model.weights = uploadWeights(host);
}
