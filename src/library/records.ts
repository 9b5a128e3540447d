import type { LegacyEncoding } from '../data/encodings.ts';
import { inChosenEncoding } from '../data/files/decode-text.ts';
import { openCorpus } from '../data/corpora/containers/open-corpus.ts';
import type { Problem } from '../data/corpus.ts';
import { readTextTable, type TextTable } from '../data/corpora/texts/text-table.ts';
import { StudioError } from '../lib/errors.ts';
import { entitiesOf, entityRows, jsonLine, recordRows, recordsCsv } from '../data/corpora/texts/record-files.ts';
import { openSource, type FileSource } from './files.ts';

/** A file of records with texts. Plain data. */
export interface Records {
  kind: 'json' | 'table' | 'html';
  /** Names of all fields; those of nested objects with a dot. */
  names: readonly string[];
  /** The fields with the texts, for `tagRecords`. */
  textFields: readonly string[];
  /** Other fields that could be texts, if the text fields were not given. */
  others: readonly string[];
  /** Which fields are the texts, and why. */
  reason: string;
  records: readonly TextTable['records'][number][];
  problems: readonly Problem[];
}

/** An entity of a record, as `Tagger.tagRecords` yields it. */
export interface RecordEntity {
  field: string;
  type: string;
  start: number;
  end: number;
  probability: number;
  review?: boolean;
}

export type RecordsFormat = 'table' | 'csv' | 'jsonl';

/** @throws StudioError BadInput if there are no texts in the file, or a field does not exist */
export async function readRecordsFile(
  source: FileSource,
  textFields: readonly string[],
  encoding?: LegacyEncoding,
): Promise<Records> {
  const file = await openCorpus(await openSource(source));
  const table = readTextTable(
    file.name,
    inChosenEncoding(new Uint8Array(await file.arrayBuffer()), encoding),
    textFields,
  );
  if (table !== undefined) return table;
  throw new StudioError(
    'BadInput',
    `${file.name} has no records with texts. Expected JSON objects with a text, a table with a column of texts, or a page of HTML.`,
  );
}

/** @param entities of each record */
export function formatRecords(
  records: Records,
  entities: readonly (readonly RecordEntity[])[],
  format: RecordsFormat,
): string {
  const written = records.records.map((record, i) => entitiesOf(records, record, entities[i] ?? []));
  switch (format) {
    case 'table':
      return recordsCsv(recordRows(records, written)).contents;
    case 'csv': {
      const hasReview = entities.some((own) => own.some(({ review }) => review !== undefined));
      return recordsCsv(entityRows(records, written, hasReview ? ['probability', 'review'] : ['probability'])).contents;
    }
    case 'jsonl':
      return records.records.map((record, i) => jsonLine(records, record, written[i]!)).join('');
    default:
      return format satisfies never;
  }
}
