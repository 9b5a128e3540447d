import { readingSeconds } from '../../annotation/queue/cost-model.ts';
import { isSetAside } from '../../annotation/queue/evaluation-set.ts';
import { orderByBenefit, WordIds } from '../../annotation/queue/queue.ts';
import { shuffle } from '../../lib/rng.ts';
import type { TaggerModel } from '../../model/model.ts';
import { randomKey } from '../../model/streams.ts';
import { readDoubts } from '../../tagging/read-sentences.ts';

/** How many sentences of the queue are chosen greedily: more than are annotated before the queue is updated. */
export const QUEUE_HEAD = 100;

/**
 * Number of tokens that are tagged after each training, from the first open sentences in random order. The most doubtful sentences of a
 * random sample are more useful than those of a large pool, which are mostly outliers (docs/results.md).
 */
const READ_TOKENS = 90_000;

/** The sentences of a set, and the doubt of the last model about each. */
export class AnnotationTexts {
  readonly set: string;
  readonly sentences: readonly (readonly string[])[];
  readonly randomOrder: readonly number[];
  readonly #words: Int32Array[];
  /** For each sentence that was tagged, [T]: the probability that the last model's tag is wrong. */
  readonly #doubts: (Float32Array | undefined)[];
  /** Cache of the set-aside sentences for a share: hashing all words takes as long as ordering the sentences. */
  #setAside: { share: number; sentences: ReadonlySet<number> } | undefined;
  /** The texts of the sentences without spaces. */
  #texts: ReadonlySet<string> | undefined;

  constructor(set: string, sentences: readonly (readonly string[])[]) {
    this.set = set;
    this.sentences = sentences;
    this.randomOrder = shuffle([...sentences.keys()], randomKey(0, 'annotationOrder', sentences.length));
    const ids = new WordIds();
    this.#words = sentences.map((tokens) => ids.of(tokens));
    this.#doubts = sentences.map(() => undefined);
  }

  /**
   * Tags a random part of the open sentences, and discards earlier results.
   *
   * @param open in random order
   */
  async read(model: TaggerModel, open: readonly number[], signal: AbortSignal): Promise<void> {
    const read = this.#upTo(READ_TOKENS, open);
    this.#doubts.fill(undefined);
    const forms = read.map((index) => this.sentences[index]!);
    for await (const { sentence, doubt } of readDoubts(model, forms, signal)) this.#doubts[read[sentence]!] = doubt;
  }

  /** The sentences that are set aside for evaluation. @param share of all sentences, in [0, 1) */
  setAside(share: number): ReadonlySet<number> {
    if (this.#setAside?.share !== share) {
      const indices = [...this.sentences.keys()].filter((index) => isSetAside(this.sentences[index]!, share));
      this.#setAside = { share, sentences: new Set(indices) };
    }
    return this.#setAside.sentences;
  }

  /** Whether a sentence is in the set, with any tokenization. */
  includes(tokens: readonly string[]): boolean {
    this.#texts ??= new Set(this.sentences.map((own) => own.join('')));
    return this.#texts.has(tokens.join(''));
  }

  /** The longest prefix of sentences with at most `tokens` tokens in total. */
  #upTo(tokens: number, indices: readonly number[]): number[] {
    let sum = 0;
    const end = indices.findIndex((index) => (sum += this.sentences[index]!.length) > tokens);
    return end < 0 ? [...indices] : indices.slice(0, end);
  }

  /** The tagged sentences by their benefit per second, then the others in the given order. */
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
