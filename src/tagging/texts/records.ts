import type { TextRecord, TextTable } from '../../data/corpora/texts/text-table.ts';
import { formatConll } from '../../data/corpora/columns/write-conll.ts';
import { tokenize } from '../../data/text/tokenizer.ts';
import {
  entitiesOf,
  entityRows,
  jsonLine,
  recordRows,
  recordsCsv,
  type FoundInRecord,
  type RecordEntity,
} from '../../data/corpora/texts/record-files.ts';
import type { TaggedChunk, TaggedSentence, TextSentence } from '../tagged-text.ts';

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

/** The results of tagging the records of a table. Each list has an element for each record. */
export interface TaggedRecords {
  entities: readonly (readonly RecordEntity[])[];
  /** Empty lists unless they are to be written. */
  sentences: readonly (readonly TaggedSentence[])[];
}

/** The sentences of all texts. Each record is a document. */
export function* recordSentences({ records }: TextTable): Generator<RecordSentence, void> {
  for (const [document, { id, texts }] of records.entries()) {
    for (const [field, text] of texts.entries()) {
      for (const tokens of tokenize(text)) yield { text, tokens, record: id, document, field };
    }
  }
}

/**
 * The entities of the records, whose sentences (`recordSentences`) are tagged in chunks.
 *
 * @param format that they will be written in; undefined: none
 */
export async function tagRecords(
  table: TextTable,
  format: RecordFormat | undefined,
  chunks: AsyncIterable<TaggedChunk>,
): Promise<TaggedRecords> {
  const found: FoundInRecord[][] = table.records.map(() => []);
  const sentences: TaggedSentence[][] = table.records.map(() => []);
  for await (const chunk of chunks) {
    for (const [i, { document, field }] of (chunk.sentences as readonly RecordSentence[]).entries()) {
      const tagged = chunk.tagged[i]!;
      if (format === 'conll') sentences[document]!.push(tagged);
      found[document]!.push(...tagged.entities.map((entity) => ({ ...entity, field: table.textFields[field]! })));
    }
  }
  return { entities: found.map((own, i) => entitiesOf(table, table.records[i]!, own)), sentences };
}

/** The file of tagged records, in their order. @param hasReview see `taggedFileWriter` */
export function writeRecords(
  table: TextTable,
  format: RecordFormat,
  { entities, sentences }: TaggedRecords,
  hasReview = false,
): { contents: string; warning: string | undefined } {
  switch (format) {
    case 'jsonl':
      return plain(table.records.map((record, i) => jsonLine(table, record, entities[i]!)).join(''));
    case 'csv':
      return recordsCsv(entityRows(table, entities, hasReview ? ['probability', 'review'] : ['probability']));
    case 'table':
      return recordsCsv(recordRows(table, entities));
    case 'conll':
      return plain(table.records.map((record, i) => conllLines(record, sentences[i]!)).join(''));
    default:
      return format satisfies never;
  }
}

function plain(contents: string) {
  return { contents, warning: undefined };
}

function conllLines({ id }: TextRecord, sentences: readonly TaggedSentence[]): string {
  const lines = sentences.map(({ tokens }): [string[], string[]] => [
    tokens.map(({ text }) => text),
    tokens.map(({ tag }) => tag),
  ]);
  return `# newdoc id = ${id.replace(/\s+/g, ' ')}\n\n${formatConll(lines)}`;
}
