import type { TextRecord, TextTable } from '../data/corpora/texts/text-table.ts';
import { formatConll } from '../data/corpora/write-conll.ts';
import { tokenize } from '../data/text/tokenizer.ts';
import { codePointOffsets } from '../lib/code-points.ts';
import { formatCell } from '../lib/csv.ts';
import { reviewCell } from './text-files.ts';
import type { TaggedChunk, TaggedSentence, TextSentence } from './tagged-text.ts';

/**
 * How tagged records are written:
 *
 * - `jsonl`: each record as it was, with `predicted_entities`;
 * - `csv`: a row per entity, with the id of its record;
 * - `table`: a row per record, with its fields and a column per entity type;
 * - `conll`: tokens and tags, a document per record.
 *
 * Tables begin with a byte order mark, so that spreadsheets read them as UTF-8. Their cells are the data as it is: no guard against formulas.
 */
export type RecordFormat = 'jsonl' | 'csv' | 'table' | 'conll';

/** A sentence of a text of a record. */
interface RecordSentence extends TextSentence {
  document: number;
  field: number;
}

interface FoundEntity {
  field: string;
  type: string;
  text: string;
  /** In code points of the text. */
  start: number;
  end: number;
  probability: number;
  review?: boolean;
}

const PROBABILITY_DIGITS = 6;
const BYTE_ORDER_MARK = '\uFEFF';

/** The sentences of all texts. Each record is a document. */
export function* recordSentences({ records }: TextTable): Generator<RecordSentence, void> {
  for (const [document, { texts }] of records.entries()) {
    for (const [field, text] of texts.entries()) {
      for (const tokens of tokenize(text)) yield { text, tokens, document, field };
    }
  }
}

/** Writes the records of a table in their order, as their sentences are tagged. @param hasReview see `taggedFileWriter` */
export async function writeRecords(
  table: TextTable,
  format: RecordFormat,
  chunks: AsyncIterable<TaggedChunk>,
  hasReview = false,
): Promise<string> {
  const entities: FoundEntity[][] = table.records.map(() => []);
  const tagged: TaggedSentence[][] = table.records.map(() => []);
  for await (const chunk of chunks) {
    for (const [i, sentence] of (chunk.sentences as readonly RecordSentence[]).entries()) {
      const found = chunk.tagged[i]!;
      const pointOf = codePointOffsets(sentence.text);
      if (format === 'conll') tagged[sentence.document]!.push(found);
      for (const { type, start, end, probability, review } of found.entities) {
        entities[sentence.document]!.push({
          field: table.textFields[sentence.field]!,
          type,
          text: sentence.text.slice(start, end),
          start: pointOf(start),
          end: pointOf(end),
          probability: Number(probability.toFixed(PROBABILITY_DIGITS)),
          ...(review !== undefined && { review }),
        });
      }
    }
  }
  switch (format) {
    case 'jsonl':
      return table.records.map((record, i) => jsonLine(table, record, entities[i]!)).join('');
    case 'csv':
      return entityRows(table, entities, hasReview);
    case 'table':
      return recordRows(table, entities);
    case 'conll':
      return table.records.map((record, i) => conllLines(record, tagged[i]!)).join('');
    default:
      return format satisfies never;
  }
}

function jsonLine({ textFields }: TextTable, { value }: TextRecord, entities: readonly FoundEntity[]): string {
  const predicted = entities.map(({ field, ...entity }) => (textFields.length > 1 ? { field, ...entity } : entity));
  return `${JSON.stringify({ ...value, predicted_entities: predicted })}\n`;
}

function entityRows(
  { records, textFields }: TextTable,
  entities: readonly FoundEntity[][],
  hasReview: boolean,
): string {
  const hasFields = textFields.length > 1;
  const header = ['record', ...(hasFields ? ['field'] : []), 'type', 'text', 'start', 'end', 'probability'];
  if (hasReview) header.push('review');
  const rows = records.flatMap(({ id }, i) =>
    entities[i]!.map(({ field, type, text, start, end, probability, review }) => {
      const row = [id, ...(hasFields ? [field] : []), type, text, start, end, probability];
      return hasReview ? [...row, reviewCell(review)] : row;
    }),
  );
  return csvOf([header, ...rows]);
}

function recordRows({ kind, names, records }: TextTable, entities: readonly FoundEntity[][]): string {
  const types = [...new Set(entities.flat().map(({ type }) => type))].toSorted();
  const fields = kind === 'json' ? [...new Set(records.flatMap(({ value }) => Object.keys(value)))] : names;
  const rows = records.map(({ value }, i) => [
    ...fields.map((name) => cellOf(value[name])),
    ...types.map((type) =>
      entities[i]!.filter((entity) => entity.type === type)
        .map(({ text }) => text)
        .join('; '),
    ),
  ]);
  return csvOf([[...fields, ...types.map((type) => `predicted ${type}`)], ...rows]);
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => `${cells.map((cell) => formatCell(String(cell), ',')).join(',')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}

function conllLines({ id }: TextRecord, sentences: readonly TaggedSentence[]): string {
  const lines = sentences.map(({ tokens }): [string[], string[]] => [
    tokens.map(({ text }) => text),
    tokens.map(({ tag }) => tag),
  ]);
  return `# newdoc id = ${id.replace(/\s+/g, ' ')}\n\n${formatConll(lines)}`;
}
