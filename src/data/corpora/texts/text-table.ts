import type { Problem } from '../../corpus.ts';
import { decodeLines, decodeText } from '../../files/decode-text.ts';
import { requireWithin } from '../../files/limits.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { shownName } from '../../files/shown-name.ts';
import { looksLikeJson, readJsonItems } from '../json/items.ts';
import { textAt, valueAt, type JsonObject } from '../json/values.ts';
import { fastTextLines, isFastText } from './fast-text.ts';
import { looksLikeHtml, textOfHtml } from './html-text.ts';
import { requireFields } from './chosen-fields.ts';
import { haveClasses, recordOf, tableRows } from './table-rows.ts';
import { unreadAnnotations } from './unread-annotations.ts';
import { chooseFields } from './text-fields.ts';

/** A record of a table of texts: a JSON object, a row, or a page. */
export interface TextRecord {
  /** What its id field contains, or its number from 1. */
  id: string;
  /** From 1: the line of a JSON object, the number of a row. */
  line: number;
  /** All its fields, in their order. */
  value: JsonObject;
  /** The texts of `textFields`; empty where the record has none. */
  texts: readonly string[];
}

/** A file of texts that are not annotated, with what else is known of each. */
export interface TextTable {
  kind: 'json' | 'table' | 'html';
  /** Names of all fields; those of nested objects with a dot. */
  names: readonly string[];
  textFields: readonly string[];
  /** Other fields that could be texts, if the text fields were not given. */
  others: readonly string[];
  /** Which field is the text, and why, in one sentence. */
  reason: string;
  records: readonly TextRecord[];
  problems: readonly Problem[];
}

/**
 * Reads texts: JSON objects, rows of a table with commas, semicolons, tabs or vertical bars, lines of fastText, or a page of HTML.
 *
 * @param given the text fields; default: inferred
 * @returns undefined if the file is none of these, or has no texts
 * @throws StudioError BadInput if a field that was given does not exist
 */
export function readTextTable(file: string, bytes: Uint8Array, given: readonly string[] = []): TextTable | undefined {
  requireWithin('corpusBytes', bytes.length, file);
  const log = new ProblemLog(file);
  const lines = decodeLines(file, bytes, log);
  if (/\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(file, lines)) return ofJson(file, lines, log, given);
  if (isFastText(lines)) {
    const values = [...fastTextLines(lines)].map(({ line, text, labels }) => ({
      line,
      value: { label: labels.join(' '), text },
    }));
    return tableOf('table', file, values, given, log.sorted());
  }
  const text = decodeText(file, bytes, new ProblemLog(file));
  if (looksLikeHtml(file, text)) {
    const body = textOfHtml(text);
    if (body === '') return undefined;
    const records = [{ id: '1', line: 1, value: { text: body }, texts: [body] }];
    return {
      kind: 'html',
      names: ['text'],
      textFields: ['text'],
      others: [],
      reason: 'those of the page',
      records,
      problems: log.sorted(),
    };
  }
  return ofRows(file, text, log.sorted(), given);
}

function ofJson(
  file: string,
  lines: Iterable<string>,
  log: ProblemLog,
  given: readonly string[],
): TextTable | undefined {
  const values: { line: number; value: JsonObject }[] = [];
  for (const { line, value } of readJsonItems(file, lines, log)) if (value !== undefined) values.push({ line, value });
  return tableOf('json', file, values, given, log.sorted());
}

function ofRows(
  file: string,
  written: string,
  problems: readonly Problem[],
  given: readonly string[],
): TextTable | undefined {
  const table = tableRows(file, written);
  if (table === undefined) return undefined;
  const { header, isNamed, isCertain } = table;
  const rows = table.rows.map(({ cells }) => cells);
  // Other lines with tabs are no table.
  if (!isCertain && !haveClasses(header, rows) && !areNumbered(rows)) return undefined;
  const values = rows.map((cells, i) => ({ line: i + 1, value: recordOf(header, cells) }));
  const found = tableOf('table', file, values, given, [...problems, ...oddRows(file, rows, header.length)]);
  return found === undefined || isNamed ? found : withUnread(file, found);
}

/** Whether rows are sentences with their numbers, as in corpora of Leipzig. */
function areNumbered(rows: readonly (readonly string[])[]): boolean {
  const words = rows.reduce((sum, [, text = '']) => sum + text.split(' ').length, 0);
  const areAscending = rows.every(([number = ''], i) => {
    return /^\d{1,9}$/.test(number) && (i === 0 || Number(number) > Number(rows[i - 1]![0]));
  });
  return areAscending && rows.every(({ length }) => length === 2) && words >= FEWEST_WORDS * rows.length;
}

/** Words of a sentence, on average, in rows with numbers. */
const FEWEST_WORDS = 4;

/** Says which columns without names are no texts: it may be running text with tabs. */
function withUnread(file: string, table: TextTable): TextTable {
  const unread = table.names.filter((name) => !table.textFields.includes(name));
  const message = `The columns have no names. Only ${table.textFields.join(', ')} is read as text; ${unread.join(', ')} ${unread.length === 1 ? 'is' : 'are'} not.`;
  return {
    ...table,
    problems: [{ file: shownName(file), line: 0, severity: 'warning', kind: 'columns', message }, ...table.problems],
  };
}

/** Rows whose cells are not those of the header: their other cells are kept under the names that they have. */
function oddRows(file: string, rows: readonly string[][], width: number): Problem[] {
  return rows.flatMap((row, i): Problem[] =>
    row.length === width
      ? []
      : [
          {
            file: shownName(file),
            line: i + 1,
            severity: 'warning',
            kind: 'columns',
            message: `Row ${i + 1} has ${row.length} cells, the header ${width}.`,
            excerpt: row.join(' ').slice(0, 200),
          },
        ],
  );
}

function tableOf(
  kind: TextTable['kind'],
  file: string,
  values: readonly { line: number; value: JsonObject }[],
  given: readonly string[],
  problems: readonly Problem[],
): TextTable | undefined {
  const fields = chooseFields(values.map(({ value }) => value));
  requireFields(file, fields.names, given);
  const textFields = given.length > 0 ? given : fields.text === undefined ? [] : [fields.text];
  if (textFields.length === 0) return undefined;
  const records = values.map(({ line, value }, i) => {
    const id = fields.id === undefined ? undefined : valueAt(value, fields.id);
    return {
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : String(i + 1),
      line,
      value,
      texts: textFields.map((name) => textAt(value, name)),
    };
  });
  const reading = given.length > 0 ? { reason: `${given.join(', ')} as given`, others: [] } : fields;
  return { kind, names: fields.names, textFields, others: reading.others, reason: reading.reason, records, problems };
}

/** Fields that annotated objects have. */
const ANNOTATIONS = /^(annotations|completions|predictions|spans|entities|labels?|answer|status|state|tokens|words)$/;

/** Whether the records are the messages of chats. */
function isChat({ names }: TextTable): boolean {
  const has = (...some: string[]) => some.every((name) => names.includes(name));
  return has('role', 'content') || has('from', 'value');
}

const CHAT =
  'The records are the messages of chats. Entities in the answers are read if each answer lists them as JSON, such as {"LOC": ["Oslo"]}, or in lines, such as LOC: Oslo.';

/** The table of a file that is no corpus. If it has fields of annotations, a problem says why they are not read. */
export function withRefusal(file: string, table: TextTable, refusal: string): TextTable {
  const unread = unreadAnnotations(table.records.map(({ value }) => value)) ?? (isChat(table) ? CHAT : undefined);
  if (unread === undefined && !table.names.some((name) => ANNOTATIONS.test(name))) return table;
  const message = `Read as texts without labels. ${unread ?? refusal}`;
  return {
    ...table,
    problems: [{ file: shownName(file), line: 0, severity: 'warning', kind: 'format', message }, ...table.problems],
  };
}
