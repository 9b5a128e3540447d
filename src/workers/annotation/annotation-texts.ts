import { readingSeconds } from '../../annotation/cost-model.ts';
import { orderByBenefit, WordIds } from '../../annotation/queue.ts';
import { shuffle, streamKey } from '../../lib/rng.ts';
import type { TaggerModel } from '../../model/model.ts';
import { readSentences } from '../../tagging/read-sentences.ts';
import type { SentenceReading } from '../../tagging/sentence-reader.ts';

/** How many of the queue are chosen one after the other: a person annotates fewer before the next refresh. */
export const QUEUE_HEAD = 100;

/**
 * Tokens that are read after each training: those of the first open sentences in random order. The most doubtful of a random part teach more
 * than those of a whole large pool, which are its oddest (docs/results.md).
 */
const READ_TOKENS = 90_000;

/** The sentences of a set, and what the last model made of each. */
export class AnnotationTexts {
  readonly set: string;
  readonly sentences: readonly (readonly string[])[];
  readonly randomOrder: readonly number[];
  readonly #words: Int32Array[];
  readonly #readings: (SentenceReading | undefined)[];

  constructor(set: string, sentences: readonly (readonly string[])[]) {
    this.set = set;
    this.sentences = sentences;
    this.randomOrder = shuffle([...sentences.keys()], streamKey(sentences.length));
    const ids = new WordIds();
    this.#words = sentences.map((tokens) => ids.of(tokens));
    this.#readings = sentences.map(() => undefined);
  }

  /** Reads a random part of the open sentences. What was made of others before is forgotten. */
  async read(model: TaggerModel, open: ReadonlySet<number>, signal: AbortSignal): Promise<void> {
    const read = this.#upTo(
      READ_TOKENS,
      this.randomOrder.filter((index) => open.has(index)),
    );
    this.#readings.fill(undefined);
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
    const candidates = read.map(({ index, reading: { doubt } }) => ({
      words: this.#words[index]!,
      doubt,
      seconds: readingSeconds(doubt.length),
    }));
    const ordered = orderByBenefit(candidates, QUEUE_HEAD).map((i) => read[i]!.index);
    return [...ordered, ...indices.filter((index) => this.#readings[index] === undefined)];
  }

  doubts(): Float32Array {
    return Float32Array.from(this.#readings, (reading) =>
      reading === undefined ? NaN : -Math.expm1(-reading.surprise),
    );
  }
}
