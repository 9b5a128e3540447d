import { expectedSeconds } from '../../annotation/cost-model.ts';
import { orderByBenefit, WordIds } from '../../annotation/queue.ts';
import { shuffle, streamKey } from '../../lib/rng.ts';
import type { TaggerModel } from '../../model/model.ts';
import { readSentences } from '../../tagging/read-sentences.ts';
import type { SentenceReading } from '../../tagging/sentence-reader.ts';

/** How many of the queue are chosen one after the other: a person annotates fewer before the next refresh. */
export const QUEUE_HEAD = 100;

/** Tokens that are read after each training: of a larger pool those in front, and in turn some of the others. */
const READ_TOKENS = 100_000;

/** The sentences of a set, and what the last model made of each. */
export class AnnotationTexts {
  readonly set: string;
  readonly sentences: readonly (readonly string[])[];
  readonly randomOrder: readonly number[];
  readonly #words: Int32Array[];
  readonly #readings: (SentenceReading | undefined)[];
  /** Where reading the sentences that are not in front goes on. */
  #readFrom = 0;

  constructor(set: string, sentences: readonly (readonly string[])[]) {
    this.set = set;
    this.sentences = sentences;
    this.randomOrder = shuffle([...sentences.keys()], streamKey(sentences.length));
    const ids = new WordIds();
    this.#words = sentences.map((tokens) => ids.of(tokens));
    this.#readings = sentences.map(() => undefined);
  }

  /** Reads the sentences in front, then others in turn, up to `READ_TOKENS`. */
  async read(model: TaggerModel, queue: readonly number[], signal: AbortSignal): Promise<void> {
    const open = new Set(queue);
    const { randomOrder } = this;
    const inTurn = [...randomOrder.slice(this.#readFrom), ...randomOrder.slice(0, this.#readFrom)];
    const front = this.#upTo(READ_TOKENS / 2, queue);
    const others = this.#upTo(
      READ_TOKENS / 2,
      inTurn.filter((index) => open.has(index)),
    );
    this.#readFrom = others.length === 0 ? 0 : randomOrder.indexOf(others.at(-1)!) + 1;
    const read = [...new Set([...front, ...others])];
    const forms = read.map((index) => this.sentences[index]!);
    for await (const { sentence, reading } of readSentences(model, forms, signal)) {
      this.#readings[read[sentence]!] = reading;
    }
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
      const reading = this.#readings[index];
      return reading === undefined ? [] : [{ index, reading }];
    });
    const candidates = read.map(({ index, reading: { doubt, spans, missing } }) => {
      const wrong = spans.reduce((sum, { probability }) => sum + 1 - probability, 0);
      return { words: this.#words[index]!, doubt, seconds: expectedSeconds(doubt.length, wrong, missing) };
    });
    const ordered = orderByBenefit(candidates, QUEUE_HEAD).map((i) => read[i]!.index);
    return [...ordered, ...indices.filter((index) => this.#readings[index] === undefined)];
  }

  doubts(): Float32Array {
    return Float32Array.from(this.#readings, (reading) =>
      reading === undefined ? NaN : -Math.expm1(-reading.surprise),
    );
  }
}
