import type { TaggedEntity, TaggedChunk, TaggedSentence, TextSentence } from '../tagged-text.ts';

/** Default number of sentences of either kind. */
export const MAX_EXAMPLES = 500;

/** A sentence of a long tagged text, for display. Offsets count UTF-16 code units from the start of the sentence. */
export interface TaggedExample {
  /** Position in the text, from 1. */
  number: number;
  /** The id of its record, if the texts are those of records. */
  record?: string;
  text: string;
  tokens: string[];
  tags: string[];
  entities: Pick<TaggedEntity, 'type' | 'start' | 'end' | 'probability'>[];
  /** The token with the least probable tag, and its probability. */
  leastSure: { token: number; probability: number };
}

/**
 * Selects sentences of a text that is tagged in chunks: the first ones, and those that the model is least sure of, which are worth
 * annotating next. They are ranked by their least probable tag, because the probability of the whole path would favour long sentences.
 */
export class Examples {
  readonly #limit: number;
  readonly #first: TaggedExample[] = [];
  #uncertain: TaggedExample[] = [];
  #number = 0;

  /** @param limit maximum number of sentences of either kind */
  constructor(limit = MAX_EXAMPLES) {
    this.#limit = limit;
  }

  add({ sentences, tagged }: TaggedChunk): void {
    tagged.forEach((sentence, i) => {
      this.#number++;
      if (sentence.tokens.length === 0) return;
      const example = exampleOf(this.#number, sentences[i]!, sentence);
      if (this.#first.length < this.#limit) this.#first.push(example);
      this.#uncertain.push(example);
      if (this.#uncertain.length >= 2 * this.#limit) this.#uncertain = this.leastSure;
    });
  }

  /** The first sentences, in text order. */
  get first(): TaggedExample[] {
    return this.#first;
  }

  /** The sentences that the model is least sure of, least sure first; ties in text order. */
  get leastSure(): TaggedExample[] {
    const sorted = this.#uncertain.toSorted((a, b) => a.leastSure.probability - b.leastSure.probability);
    return sorted.slice(0, this.#limit);
  }
}

function exampleOf(
  number: number,
  { text, record }: TextSentence,
  { tokens, entities }: TaggedSentence,
): TaggedExample {
  const start = tokens[0]!.start;
  const least = tokens.reduce((worst, { probability }, t) => (probability < tokens[worst]!.probability ? t : worst), 0);
  return {
    number,
    ...(record !== undefined && { record }),
    text: text.slice(start, tokens.at(-1)!.end),
    tokens: tokens.map((token) => token.text),
    tags: tokens.map(({ tag }) => tag),
    entities: entities.map(({ type, probability, ...at }) => {
      return { type, probability, start: at.start - start, end: at.end - start };
    }),
    leastSure: { token: least, probability: tokens[least]!.probability },
  };
}
