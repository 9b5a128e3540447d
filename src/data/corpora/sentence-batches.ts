import type { Sentence, Span, UnknownLabels } from '../corpus.ts';

/**
 * A batch of sentences in the form in which it is sent between threads. Typed arrays are transferred without copying, and each distinct
 * string is sent, and kept in memory, once per corpus instead of once per token.
 */
export interface SentenceBatch {
  /** Tokens, tags, types and column values that are new in this batch. */
  strings: string[];
  /** [sentences] */
  lines: Int32Array<ArrayBuffer>;
  /** [sentences] document number; -1: none. */
  documents: Int32Array<ArrayBuffer>;
  /** [sentences, 3]: numbers of tokens, tags and spans. */
  counts: Int32Array<ArrayBuffer>;
  /** [tokens] indices of strings, counted over all batches. */
  tokens: Int32Array<ArrayBuffer>;
  /** [tags] */
  tags: Int32Array<ArrayBuffer>;
  /** [spans, 3]: start, end, type. */
  spans: Int32Array<ArrayBuffer>;
  /** [sentences] what is unknown; empty if everything is known. */
  unknown: (UnknownLabels | undefined)[];
  /** Names of additional columns, the same for all sentences of a corpus. */
  columns: string[];
  /** [columns, tokens] */
  values: Int32Array<ArrayBuffer>;
}

/** A batch of this size takes a few milliseconds to send and receive. */
const BATCH_TOKENS = 20_000;

/** Packs the sentences of a corpus. */
export function* packSentences(sentences: readonly Sentence[]): Generator<SentenceBatch, void> {
  const numbers = new Map<string, number>();
  for (let from = 0; from < sentences.length;) {
    let [to, size] = [from, 0];
    while (to < sentences.length && size < BATCH_TOKENS) size += sentences[to++]!.tokens.length + 1;
    yield pack(sentences.slice(from, to), numbers);
    from = to;
  }
}

function pack(sentences: readonly Sentence[], numbers: Map<string, number>): SentenceBatch {
  const strings: string[] = [];
  const numberOf = (text: string) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    strings.push(text);
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const tokens = Int32Array.from(sentences.flatMap((sentence) => sentence.tokens.map(numberOf)));
  const tags = Int32Array.from(sentences.flatMap((sentence) => sentence.tags.map(numberOf)));
  const spans = sentences.flatMap((sentence) => sentence.spans);
  const columns = Object.keys(sentences[0]?.columns ?? {});
  const valuesOf = (name: string) => sentences.flatMap((sentence) => sentence.columns![name]!.map(numberOf));
  return {
    strings,
    lines: Int32Array.from(sentences, ({ line }) => line),
    documents: Int32Array.from(sentences, ({ document }) => document ?? -1),
    counts: Int32Array.from(sentences.flatMap((one) => [one.tokens.length, one.tags.length, one.spans.length])),
    tokens,
    tags,
    spans: Int32Array.from(spans.flatMap(({ start, end, type }) => [start, end, numberOf(type)])),
    unknown: sentences.some(({ unknown }) => unknown !== undefined) ? sentences.map(({ unknown }) => unknown) : [],
    columns,
    values: Int32Array.from(columns.flatMap(valuesOf)),
  };
}

/** Unpacks the batches of one corpus, in order. */
export class SentenceUnpacker {
  readonly sentences: Sentence[] = [];
  readonly #strings: string[] = [];

  add({ strings, lines, documents, counts, tokens, tags, spans, unknown, columns, values }: SentenceBatch): void {
    for (const text of strings) this.#strings.push(text);
    const stringsOf = (numbers: Int32Array) => Array.from(numbers, (number) => this.#strings[number]!);
    let [token, tag, span] = [0, 0, 0];
    for (const [i, line] of lines.entries()) {
      const [tokenCount, tagCount, spanCount] = [counts[3 * i]!, counts[3 * i + 1]!, counts[3 * i + 2]!];
      const ofColumn = (c: number) => {
        const first = c * tokens.length + token;
        return stringsOf(values.subarray(first, first + tokenCount));
      };
      const further = Object.fromEntries(columns.map((name, c) => [name, ofColumn(c)]));
      this.sentences.push({
        tokens: stringsOf(tokens.subarray(token, (token += tokenCount))),
        tags: stringsOf(tags.subarray(tag, (tag += tagCount))),
        spans: Array.from({ length: spanCount }, (): Span => {
          const [start, end, type] = [spans[span++]!, spans[span++]!, spans[span++]!];
          return { start, end, type: this.#strings[type]! };
        }),
        line,
        ...(documents[i]! < 0 ? {} : { document: documents[i]! }),
        ...(unknown[i] && { unknown: unknown[i] }),
        ...(columns.length > 0 && { columns: further }),
      });
    }
  }
}
