import type { Sentence, TagStyle } from '../data/corpus.ts';
import { surfaceOf } from '../data/corpora/surface.ts';

/**
 * Whether an entity was seen in training. Every entity belongs to the first class that applies:
 *
 * - `seen`: its surface is an entity of the training sentences, of any type;
 * - `partly`: at least one of its words occurs in the training sentences;
 * - `vectors`: at least one of its words has a vector;
 * - `unknown`: none of its words has a vector.
 *
 * Surfaces and words are compared ignoring case; digits are kept. The class depends on the surface only, so that predicted entities
 * also have a class, and precision is defined (arXiv 1701.02877; tokens unseen as in TMR, arXiv 2103.12312).
 */
export const SEEN_CLASSES = ['seen', 'partly', 'vectors', 'unknown'] as const;
export type SeenClass = (typeof SEEN_CLASSES)[number];

type TrainingSentence = Pick<Sentence, 'tokens' | 'spans'>;

/** The words and entities of the training sentences. */
export class TrainingEntities {
  readonly #surfaces = new Set<string>();
  readonly #words = new Set<string>();
  readonly #hasVector: (word: string) => boolean;

  /**
   * @param style without a scheme, every token is an entity
   * @param hasVector whether the model has a vector for a word as written
   */
  constructor(
    sentences: Iterable<TrainingSentence>,
    style: Pick<TagStyle, 'scheme'>,
    hasVector: (word: string) => boolean,
  ) {
    this.#hasVector = hasVector;
    for (const { tokens, spans } of sentences) {
      for (const token of tokens) this.#words.add(token.toLowerCase());
      for (const { start, end } of spans) this.#surfaces.add(surfaceOf(tokens.slice(start, end)));
    }
    if (style.scheme === 'none') for (const word of this.#words) this.#surfaces.add(word);
  }

  /** @param words of an entity, as written */
  classOf(words: readonly string[]): SeenClass {
    if (this.#surfaces.has(surfaceOf(words))) return 'seen';
    if (words.some((word) => this.#words.has(word.toLowerCase()))) return 'partly';
    return words.some((word) => this.#hasVector(word)) ? 'vectors' : 'unknown';
  }
}
