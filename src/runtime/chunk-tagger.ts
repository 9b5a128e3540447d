import { sentenceEmissions } from '../crf/decode.ts';
import { tagKind } from '../data/corpus.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { encodeCorpus } from '../data/batches/encode.ts';
import { linksOf } from '../data/batches/links.ts';
import { raggedFromLengths, raggedRows, type Ragged } from '../data/batches/ragged.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import type { FeatureSource } from '../data/features/encode-features.ts';
import type { TextToken } from '../data/text/tokenizer.ts';
import { SentenceTagger, type Wanted } from '../tagging/sentence-tagger.ts';
import type { TaggedSentence } from '../tagging/tagged-text.ts';
import type { Model } from './model.ts';
import { ForwardPass } from './forward.ts';
import { Words } from './words.ts';

/** Tokens of a sentence, and the columns that the model reads, by name, [T] each. */
export interface SentenceToTag {
  tokens: readonly TextToken[];
  /** Number of its document, ascending; default: all in one. */
  document?: number;
  columns?: FeatureSource['columns'];
}

/** Tags a few sentences at a time. Batches have no padding, so the sentences may differ in length. */
export class ChunkTagger {
  readonly #model: Model;
  readonly #sentences: SentenceTagger;
  /** Undefined if the inputs of a word depend on its sentence, as with name lists. */
  readonly #words: Words | undefined;

  constructor(model: Model) {
    this.#model = model;
    this.#sentences = new SentenceTagger(model.tags, model.scores);
    const { forward } = model;
    if (forward instanceof ForwardPass && model.vocabulary.features === undefined) {
      this.#words = new Words({ ...model, forward });
    }
  }

  tag(chunk: readonly SentenceToTag[], wanted: Wanted): TaggedSentence[] {
    const tagged = chunk.map((): TaggedSentence => ({ tokens: [], entities: [], otherReadings: [] }));
    const order = Int32Array.from(chunk.flatMap(({ tokens }, i) => (tokens.length > 0 ? [i] : [])));
    if (order.length === 0) return tagged;
    const lengthOf = (i: number) => chunk[i]!.tokens.length;
    order.sort((a, b) => lengthOf(b) - lengthOf(a) || a - b);
    const layout = raggedFromLengths(order.map(lengthOf));
    const emissions = this.#emissions(chunk, order, layout); // [N, K], or [B, K]
    const K = this.#model.vocabulary.tags.length;
    const isOfTexts = tagKind(this.#model.tags.style) === 'classes';
    order.forEach((i, b) => {
      const own = isOfTexts ? emissions.subarray(b * K, (b + 1) * K) : sentenceEmissions(emissions, K, layout, b);
      tagged[i] = this.#sentences.tag(chunk[i]!.tokens, own, wanted);
    });
    return tagged;
  }

  /** @param order [B] indices in the chunk, longest first */
  #emissions(chunk: readonly SentenceToTag[], order: Int32Array, layout: Ragged): Float32Array {
    const { forward, vocabulary, copyWord } = this.#model;
    if (this.#words === undefined || !(forward instanceof ForwardPass)) {
      return forward.emissions(makeBatch(this.#encoded(chunk), order, { distinctInputs: true }), copyWord);
    }
    const numbers = this.#words.numbersOf(chunk.map(({ tokens }) => tokens));
    const rows = new Int32Array(raggedRows(layout));
    order.forEach((i, b) => numbers[i]!.forEach((word, t) => (rows[layout.stepOffsets[t]! + b] = word)));
    const links = vocabulary.unlinked && linksOf(this.#encoded(chunk), order, layout);
    return forward.emissionsOfWords(layout, rows, links);
  }

  #encoded(chunk: readonly SentenceToTag[]): EncodedCorpus {
    const sentences = chunk.map(({ tokens, document = 0, columns }) => {
      return { tokens: tokens.map(({ text }) => text), tags: [], document, columns };
    });
    return encodeCorpus(this.#model.vocabulary, sentences);
  }
}
