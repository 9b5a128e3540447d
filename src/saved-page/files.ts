import { valueAt } from '../data/corpora/json/values.ts';
import type { TextTable } from '../data/corpora/texts/text-table.ts';
import { codePointOffsets } from '../lib/code-points.ts';
import { formatCsv } from '../lib/csv.ts';
import { cellOf, entitiesOf, recordRows, recordsCsv, type FoundInRecord } from '../data/corpora/texts/record-files.ts';
import type { Found } from './redact.ts';

/** A text and its entities. */
export interface TaggedDocument {
  name: string;
  text: string;
  entities: readonly Found[];
  table?: Records;
}

/** A table of records, and what was found in those that are tagged. */
export interface Records extends TextTable {
  found: FoundInRecord[][];
}

const HEADER = ['document', 'type', 'text', 'start', 'end', 'probability'];
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One row for each entity; if there are tables, with the id of its record, and cells as they are. Offsets count code points, as in the other files of Tagsmith. It
 * begins with a byte order mark, so that spreadsheets read it as UTF-8.
 */
export function entitiesCsv(documents: readonly TaggedDocument[]): string {
  const hasReview = documents.some(({ entities }) => entities.some(({ review }) => review !== undefined));
  const hasRecords = documents.some(({ table }) => table !== undefined);
  const rows = documents.flatMap(({ name, table, ...document }) => {
    const found = table === undefined ? [{ place: ['', ''], entities: withCodePoints(document) }] : placesOf(table);
    return found.flatMap(({ place, entities }) =>
      entities.map(({ type, text, start, end, probability, review }) => {
        const row = [name, ...(hasRecords ? place : []), type, text, start, end, probability];
        return hasReview ? [...row, review === true ? 'yes' : ''] : row;
      }),
    );
  });
  const [document, ...others] = HEADER;
  const header = [document, ...(hasRecords ? ['record', 'field'] : []), ...others, ...(hasReview ? ['review'] : [])];
  if (hasRecords) return recordsCsv([header, ...rows].map((row) => row.map(String))).contents;
  return BYTE_ORDER_MARK + formatCsv([header, ...rows]);
}

/** The entities of each text of a table, with the id of its record and the field. */
function placesOf(table: Records) {
  return table.records.flatMap((record, i) =>
    entitiesOf(table, record, table.found[i] ?? []).map((entity) => ({
      place: [record.id, entity.field],
      entities: [{ ...entity, probability: rounded(entity.probability) }],
    })),
  );
}

/** An object for each document. */
export function entitiesJson(documents: readonly TaggedDocument[]): string {
  const objects = documents.map(({ name, text, table, entities }) => {
    if (table === undefined) return { name, text, entities: withCodePoints({ text, entities }) };
    const records = table.records.map((record, i) => ({
      ...record.value,
      predicted_entities: entitiesOf(table, record, table.found[i] ?? []),
    }));
    return { name, records };
  });
  return `${JSON.stringify(objects, null, 2)}\n`;
}

/** A row per record, with its fields and a column per type, and what to know about its cells. */
export function tableCsv(table: Records): { contents: string; warning: string | undefined } {
  return recordsCsv(
    recordRows(
      table,
      table.records.map((record, i) => entitiesOf(table, record, table.found[i] ?? [])),
    ),
  );
}

/** The table with changed texts. @param textOf the new text of a field, given its entities */
export function changedTable(table: Records, textOf: (text: string, found: readonly Found[]) => string): string {
  const rows = table.records.map(({ value, texts }, i) =>
    table.names.map((name) => {
      const at = table.textFields.indexOf(name);
      if (at < 0) return cellOf(valueAt(value, name));
      const text = texts[at]!;
      const found = (table.found[i] ?? []).filter(({ field }) => field === name);
      return textOf(
        text,
        found.map((entity) => ({ ...entity, text: text.slice(entity.start, entity.end) })),
      );
    }),
  );
  return recordsCsv([table.names, ...rows]).contents;
}

function withCodePoints({ text, entities }: Pick<TaggedDocument, 'text' | 'entities'>) {
  const offset = codePointOffsets(text);
  return entities.map(({ type, text: found, start, end, probability, review }) => ({
    type,
    text: found,
    start: offset(start),
    end: offset(end),
    probability: rounded(probability),
    ...(review !== undefined && { review }),
  }));
}

function rounded(probability: number): number {
  return Math.round(probability * 1e4) / 1e4;
}

/** Decodes a text file: UTF-8 or UTF-16 with a byte order mark, otherwise Windows-1252. @returns undefined if it is not text */
export function decodeFile(bytes: Uint8Array): string | undefined {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : '';
  if (mark !== '') return new TextDecoder(mark).decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
