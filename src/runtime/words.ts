import { makeBatch } from '../data/batches/batching.ts';
import { encodeCorpus } from '../data/batches/encode.ts';
import { ownString } from '../lib/own-string.ts';
import type { Bytes } from '../lib/units.ts';
import type { ForwardPass } from './forward.ts';
import type { Model } from './model.ts';

/** A model whose inputs are those of a network. */
export type NetworkModel = Model & { forward: ForwardPass };

/** Maximum size of the cache: 5,000 words of the default model. */
const MEMORY: Bytes = 32 * 2 ** 20;

/** Number of words computed at a time. */
const BLOCK = 512;

/**
 * The outputs of the first layer for each word, cached across batches: most tokens of a text are words that occurred before. The products of a
 * word do not depend on the rest of its batch, so results are the same.
 */
export class Words {
  readonly #model: NetworkModel;
  readonly #most: number;
  readonly #numbers = new Map<string, number>();

  constructor(model: NetworkModel, memory: Bytes = MEMORY) {
    this.#model = model;
    this.#most = Math.floor(memory / (4 * model.forward.wordSize));
  }

  /** The cache indices of words for `ForwardPass.emissionsOfWords`, valid until the next call. @returns [T] of each sentence */
  numbersOf(sentences: readonly (readonly { text: string }[])[]): Int32Array[] {
    const before = this.#numbers.size;
    const added: string[] = [];
    const numberOf = ({ text }: { text: string }) => {
      const known = this.#numbers.get(text);
      if (known !== undefined) return known;
      const word = ownString(text);
      added.push(word);
      this.#numbers.set(word, this.#numbers.size);
      return this.#numbers.size - 1;
    };
    const numbers = sentences.map((tokens) => Int32Array.from(tokens, numberOf));
    if (before > 0 && this.#numbers.size > this.#most) {
      this.#numbers.clear();
      return this.numbersOf(sentences);
    }
    const { vocabulary, forward, copyWord } = this.#model;
    for (let from = 0; from < added.length; from += BLOCK) {
      const corpus = encodeCorpus(vocabulary, [{ tokens: added.slice(from, from + BLOCK), tags: [] }]);
      forward.keepWords(makeBatch(corpus, [0]), copyWord, before + from);
    }
    return numbers;
  }
}
