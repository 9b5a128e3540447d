import { reviewCell } from '../../data/corpora/texts/record-files.ts';
import { formatConll } from '../../data/corpora/columns/write-conll.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { formatCsv, type CsvCell } from '../../lib/csv.ts';
import type { Wanted } from '../sentence-tagger.ts';
import type { TaggedChunk, TaggedSentence } from '../tagged-text.ts';

export type TextFormat = 'jsonl' | 'conll' | 'csv';

/** Decimal places of a probability: more are not significant in float32. */
const PROBABILITY_DIGITS = 6;

/**
 * Returns a function that formats the chunks of a tagged text in turn; the concatenation of its results is the file. JSON lines has one
 * object per sentence, CoNLL one token and tag per line, CSV one row per entity. Offsets count code points.
 *
 * @param hasFiles whether the chunks are of several files: JSON and CSV then contain the file name, and CSV numbers sentences per file
 * @param hasReview whether CSV has a column for entities below the threshold of the model
 */
export function taggedFileWriter(
  format: TextFormat,
  { hasFiles = false, hasReview = false }: { hasFiles?: boolean; hasReview?: boolean } = {},
): (chunk: TaggedChunk, file?: string) => string {
  switch (format) {
    case 'jsonl':
      return jsonWriter(hasFiles);
    case 'conll':
      return conllLines;
    case 'csv':
      return csvWriter(hasFiles, hasReview);
    default:
      return format satisfies never;
  }
}

/** What a file of this format has of each sentence: the rest takes more than half of the time. */
export const WRITTEN: Record<TextFormat, Required<Wanted>> = {
  jsonl: { tokens: true, otherReadings: true },
  conll: { tokens: true, otherReadings: false },
  csv: { tokens: false, otherReadings: false },
};

function conllLines({ tagged }: TaggedChunk): string {
  return formatConll(tagged.map(({ tokens }) => [tokens.map(({ text }) => text), tokens.map(({ tag }) => tag)]));
}

function jsonWriter(hasFiles: boolean): (chunk: TaggedChunk, file?: string) => string {
  const pointsOf = memoizeLast(codePointOffsets);
  return ({ sentences, tagged }, file) =>
    tagged
      .map((sentence, i) => {
        const { text, before = 0 } = sentences[i]!;
        const pointOf = pointsOf(text);
        const record = sentenceRecord(text, sentence, (offset) => before + pointOf(offset));
        return `${JSON.stringify(hasFiles ? { file, ...record } : record)}\n`;
      })
      .join('');
}

const CSV_HEADER = ['sentence', 'type', 'text', 'start', 'end', 'probability'];

function csvWriter(hasFiles: boolean, hasReview: boolean): (chunk: TaggedChunk, file?: string) => string {
  const pointsOf = memoizeLast(codePointOffsets);
  let sentence = 0;
  let current: string | undefined;
  let isFirst = true;
  return ({ sentences, tagged }, file) => {
    const header = [...(hasFiles ? ['file'] : []), ...CSV_HEADER, ...(hasReview ? ['review'] : [])];
    const rows: CsvCell[][] = isFirst ? [header] : [];
    isFirst = false;
    if (file !== current) sentence = 0;
    current = file;
    tagged.forEach(({ entities }, i) => {
      const { text, before = 0 } = sentences[i]!;
      const pointOf = pointsOf(text);
      sentence++;
      for (const { type, start, end, probability, review } of entities) {
        const row = [
          sentence,
          type,
          text.slice(start, end),
          before + pointOf(start),
          before + pointOf(end),
          rounded(probability),
        ];
        rows.push([...(hasFiles ? [file ?? ''] : []), ...row, ...(hasReview ? [reviewCell(review)] : [])]);
      }
    });
    return formatCsv(rows);
  };
}

/** Memoises the last result, because consecutive sentences usually belong to the same text. */
function memoizeLast<T>(make: (text: string) => T): (text: string) => T {
  let last = { text: '', made: make('') };
  return (text) => {
    if (text !== last.text) last = { text, made: make(text) };
    return last.made;
  };
}

function sentenceRecord(
  text: string,
  { tokens, entities, otherReadings }: TaggedSentence,
  pointOf: (offset: number) => number,
) {
  const start = tokens[0]?.start ?? 0;
  const end = tokens.at(-1)?.end ?? 0;
  const points = (range: { start: number; end: number }) => ({ start: pointOf(range.start), end: pointOf(range.end) });
  return {
    text: text.slice(start, end),
    ...points({ start, end }),
    tokens: tokens.map((token) => ({ ...token, ...points(token), probability: rounded(token.probability) })),
    entities: entities.map(({ type, ...entity }) => ({
      type,
      text: text.slice(entity.start, entity.end),
      ...entity,
      ...points(entity),
      probability: rounded(entity.probability),
    })),
    otherReadings: otherReadings.map((reading) => ({
      probability: rounded(reading.probability),
      entities: reading.entities.map(({ type, start: from, end: to }) => ({
        type,
        text: text.slice(from, to),
        ...points({ start: from, end: to }),
      })),
    })),
  };
}

function rounded(probability: number): number {
  return Number(probability.toFixed(PROBABILITY_DIGITS));
}
