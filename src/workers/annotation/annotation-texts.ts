import { readingSeconds } from '../../annotation/cost-model.ts';
import { isSetAside } from '../../annotation/evaluation-set.ts';
import { orderByBenefit, WordIds } from '../../annotation/queue.ts';
import { shuffle, streamKey } from '../../lib/rng.ts';
import type { TaggerModel } from '../../model/model.ts';
import { readDoubts } from '../../tagging/read-sentences.ts';

/** How many of the queue are chosen one after the other: a person annotates fewer before the next refresh. */
export const QUEUE_HEAD = 100;

/**
 * Tokens that are read after each training: those of the first open sentences in random order. The most doubtful of a random part teach more
 * than those of a whole large pool, which are its oddest (docs/results.md).
 */
const READ_TOKENS = 90_000;

/** The sentences of a set, and the last model's reading of each. */
export class AnnotationTexts {
  readonly set: string;
  readonly sentences: readonly (readonly string[])[];
  readonly randomOrder: readonly number[];
  readonly #words: Int32Array[];
  /** [T] of each sentence that was read: the probability that the last model's tag is wrong. */
  readonly #doubts: (Float32Array | undefined)[];
  /** For a share, the sentences that are set aside: hashing the words of all takes as long as ordering them. */
  #setAside: { share: number; sentences: ReadonlySet<number> } | undefined;
  /** The sentences without spaces. */
  #texts: ReadonlySet<string> | undefined;

  constructor(set: string, sentences: readonly (readonly string[])[]) {
    this.set = set;
    this.sentences = sentences;
    this.randomOrder = shuffle([...sentences.keys()], streamKey(sentences.length));
    const ids = new WordIds();
    this.#words = sentences.map((tokens) => ids.of(tokens));
    this.#doubts = sentences.map(() => undefined);
  }

  /**
   * Reads a random part of the open sentences. What was made of others before is forgotten.
   *
   * @param open in random order
   */
  async read(model: TaggerModel, open: readonly number[], signal: AbortSignal): Promise<void> {
    const read = this.#upTo(READ_TOKENS, open);
    this.#doubts.fill(undefined);
    const forms = read.map((index) => this.sentences[index]!);
    for await (const { sentence, doubt } of readDoubts(model, forms, signal)) this.#doubts[read[sentence]!] = doubt;
  }

  /** The sentences that are set aside for evaluation. @param share of all, in [0, 1) */
  setAside(share: number): ReadonlySet<number> {
    if (this.#setAside?.share !== share) {
      const indices = [...this.sentences.keys()].filter((index) => isSetAside(this.sentences[index]!, share));
      this.#setAside = { share, sentences: new Set(indices) };
    }
    return this.#setAside.sentences;
  }

  /** Whether a sentence is in the set, in whatever way its text was cut into tokens. */
  includes(tokens: readonly string[]): boolean {
    this.#texts ??= new Set(this.sentences.map((own) => own.join('')));
    return this.#texts.has(tokens.join(''));
  }

  /** The first sentences that have so many tokens together. */
  #upTo(tokens: number, indices: readonly number[]): number[] {
    let sum = 0;
    const end = indices.findIndex((index) => (sum += this.sentences[index]!.length) > tokens);
    return end < 0 ? [...indices] : indices.slice(0, end);
  }

  /** Sentences that were read by their benefit per second, then the others as they are. */
  ordered(indices: readonly number[]): number[] {
    const read = indices.flatMap((index) => {
      const doubt = this.#doubts[index];
      return doubt === undefined ? [] : [{ index, doubt }];
    });
    const candidates = read.map(({ index, doubt }) => {
      return { words: this.#words[index]!, doubt, seconds: readingSeconds(doubt.length) };
    });
    const ordered = orderByBenefit(candidates, QUEUE_HEAD).map((i) => read[i]!.index);
    return [...ordered, ...indices.filter((index) => this.#doubts[index] === undefined)];
  }
}
