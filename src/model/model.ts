import type { RunConfig } from '../config/schema.ts';
import type { Constraints } from '../crf/constraints.ts';
import type { CrfParameters } from '../crf/decode.ts';
import type { TagStyle } from '../data/corpus.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import type { TaggerSizes } from './shapes.ts';
import { transitionSnapshot } from './transitions.ts';
import { disposeWeights, uploadWeights, weight, type HostWeights, type Weights } from './weights.ts';

/** A tagger in memory: what is trained, tags, and goes into a bundle. */
export interface TaggerModel {
  config: RunConfig;
  vocabulary: Vocabulary;
  /** How the user writes tags; those of the vocabulary are in the training scheme. */
  style: TagStyle;
  /** Of illegal steps; undefined where the configuration does not forbid them. */
  penalties: Constraints['penalties'] | undefined;
  weights: Weights;
}

export function modelSizes({ vocabulary, weights }: Pick<TaggerModel, 'vocabulary' | 'weights'>): TaggerSizes {
  return {
    words: vocabulary.words.length,
    wordDim: weight(weights, 'words').shape[1]!,
    characters: vocabulary.characters.length,
    tags: vocabulary.tags.length,
  };
}

/** The same model with other weights; the former ones leave the device. */
export function replaceWeights(model: TaggerModel, host: HostWeights): void {
  disposeWeights(model.weights);
  model.weights = uploadWeights(host);
}

/** The CRF on the host, penalties added: what decoding takes. */
export async function decodingScores({ vocabulary, weights, penalties }: TaggerModel): Promise<CrfParameters> {
  const { transitions, start, end } = await transitionSnapshot(weights, vocabulary.tags.length);
  if (penalties === undefined) return { transitions, start, end };
  return {
    transitions: transitions.map((score, i) => score + penalties.transitions[i]!),
    start: start.map((score, i) => score + penalties.start[i]!),
    end: end.map((score, i) => score + penalties.end[i]!),
  };
}
