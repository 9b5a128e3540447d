import type { TaggedEntity, TaggedChunk, TaggedSentence } from './tagged-text.ts';

/** So many sentences are kept of either kind, if nothing else is said. */
export const MOST_EXAMPLES = 500;

/** A sentence of a long tagged text, to be looked at. Offsets count UTF-16 code units of its own text. */
export interface TaggedExample {
  /** In the text, from 1. */
  number: number;
  text: string;
  tokens: string[];
  tags: string[];
  entities: Pick<TaggedEntity, 'type' | 'start' | 'end' | 'probability'>[];
  /** The token whose tag is least probable, and how probable that is. */
  leastSure: { token: number; probability: number };
}

/**
 * Keeps some sentences of a text that is tagged part by part: the first ones, and those the model is least sure of, the ones
 * to annotate next. A sentence is as sure as its least sure token, so that long ones do not come first for being long.
 */
export class Examples {
  readonly #most: number;
  readonly #first: TaggedExample[] = [];
  #doubtful: TaggedExample[] = [];
  #number = 0;

  /** @param most sentences of either kind */
  constructor(most = MOST_EXAMPLES) {
    this.#most = most;
  }

  add({ sentences, tagged }: TaggedChunk): void {
    tagged.forEach((sentence, i) => {
      this.#number++;
      if (sentence.tokens.length === 0) return;
      const example = exampleOf(this.#number, sentences[i]!.text, sentence);
      if (this.#first.length < this.#most) this.#first.push(example);
      this.#doubtful.push(example);
      if (this.#doubtful.length >= 2 * this.#most) this.#doubtful = this.leastSure;
    });
  }

  /** In the order of the text. */
  get first(): TaggedExample[] {
    return this.#first;
  }

  /** The least sure first; of those that are alike, the earlier. */
  get leastSure(): TaggedExample[] {
    const sorted = this.#doubtful.toSorted((a, b) => a.leastSure.probability - b.leastSure.probability);
    return sorted.slice(0, this.#most);
  }
}

function exampleOf(number: number, text: string, { tokens, entities }: TaggedSentence): TaggedExample {
  const start = tokens[0]!.start;
  const least = tokens.reduce((worst, { probability }, t) => (probability < tokens[worst]!.probability ? t : worst), 0);
  return {
    number,
    text: text.slice(start, tokens.at(-1)!.end),
    tokens: tokens.map((token) => token.text),
    tags: tokens.map(({ tag }) => tag),
    entities: entities.map(({ type, probability, ...at }) => {
      return { type, probability, start: at.start - start, end: at.end - start };
    }),
    leastSure: { token: least, probability: tokens[least]!.probability },
  };
}
