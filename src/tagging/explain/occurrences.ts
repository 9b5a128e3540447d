import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { emissionSum, unitContributions } from '../../insight/gates.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { TaggerModel } from '../../model/model.ts';
import { recurrentLayer } from './gates.ts';
import { withSentence, type PlaceInText } from './sentence-of-text.ts';

/** Selects an emission of a text. */
export interface OccurrencesQuery extends PlaceInText {
  token: number;
  /** Tag id. */
  tag: number;
}

/** The attention of a document model to the other occurrences of a word. Plain data. */
export interface Occurrences {
  word: string;
  tag: string;
  /** Emission of the tag at the token. */
  emission: number;
  /** Contribution of the other occurrences to the emission. */
  added: number;
  /** Nearest first. Empty for a word that occurs once or is not linked. */
  others: Occurrence[];
  milliseconds: Milliseconds;
}

/** Another occurrence of the word. */
export interface Occurrence {
  /** Index among the non-empty sentences, and its tokens. */
  sentence: number;
  tokens: string[];
  token: number;
  /** Attention weight; the weights sum to 1. */
  weight: number;
}

/** @param stored vectors for words outside the vocabulary */
export async function inspectOccurrences(
  model: TaggerModel,
  { token, tag, ...place }: OccurrencesQuery,
  stored?: StoredVectors,
): Promise<Occurrences> {
  const startedAt = performance.now();
  return await withSentence(model, place, { stored }, async (found) => {
    const { states, links } = await recurrentLayer(model, found);
    const { document = 0, emission } = emissionSum(states, unitContributions(states, tag), token, tag);
    return {
      word: found.tokens[token]!,
      tag: model.vocabulary.tags[tag]!,
      emission,
      added: document,
      others: links[token]!.map((link) => ({ ...link, ...found.window[link.sentence]! })),
      milliseconds: performance.now() - startedAt,
    };
  });
}
