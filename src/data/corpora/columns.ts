import { LIMITS } from '../files/limits.ts';

/** No limit for `splitColumns`: the maximum length of an array. */
export const ALL = 0xffffffff;

/** What separates columns. A space means runs of spaces and tabs. */
export type Separator = '\t' | ' ' | ',' | ';';

/** A quoted field (inner quotes are doubled), or the text up to the next separator. */
const FIELDS: Record<',' | ';', RegExp> = {
  ',': /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*(?=,|$)|([^,]*))(,|$)/y,
  ';': /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*(?=;|$)|([^;]*))(;|$)/y,
};

const TAB_FIELD = /(?:()([^\t]*))(\t|$)/y;

const STARTS: Record<Separator, RegExp> = {
  '\t': /(?<=^|\t)/g,
  ' ': /[^ \t]+/g,
  ',': /(?<=^|,)/g,
  ';': /(?<=^|;)/g,
};

/**
 * Splits a line into columns and trims spaces and tabs around them.
 *
 * @param most maximum number of columns returned
 */
export function splitColumns(line: string, separator: Separator, most = LIMITS.columns.max + 1): string[] {
  const content = trimAscii(line, separator !== '\t');
  if (separator === '\t') return trimAll(content.split('\t', most));
  if (separator !== ' ')
    return content.includes('"') ? splitQuoted(content, separator, most) : trimAll(content.split(separator, most));
  if (content.includes('\t') || content.includes('  ')) return content.split(/[ \t]+/, most);
  return content.split(' ', most);
}

/** Offset (1-based, in characters) at which column `index` begins, or of the end of the line if it has fewer columns. */
export function columnPosition(line: string, separator: Separator, index: number): number {
  let column = 0;
  for (const match of line.matchAll(STARTS[separator])) if (column++ === index) return match.index + 1;
  return line.length + 1;
}

/** Range `[start, end)` of the text of a column, including its quotes. Undefined if the line has fewer columns. */
export function columnRange(line: string, separator: Separator, index: number): [number, number] | undefined {
  if (separator === ' ') {
    const match = [...line.matchAll(STARTS[' '])][index];
    return match && [match.index, match.index + match[0].length];
  }
  const cell = separator === '\t' ? TAB_FIELD : FIELDS[separator];
  cell.lastIndex = 0;
  for (let column = 0; ; column++) {
    const start = cell.lastIndex;
    const match = cell.exec(line)!; // matches any text
    const end = match[3] === '' ? line.length : cell.lastIndex - 1;
    if (column === index) {
      const content = line.slice(start, end);
      const from = start + /^[ \t]*/.exec(content)![0].length;
      return [from, Math.max(from, start + trimAscii(content, false).length)];
    }
    if (match[3] === '') return undefined;
  }
}

function trimAll(columns: string[]): string[] {
  return columns.map((column) => trimAscii(column, true));
}

function splitQuoted(line: string, separator: ',' | ';', most: number): string[] {
  const columns: string[] = [];
  const field = FIELDS[separator];
  field.lastIndex = 0;
  for (;;) {
    const [, quoted, plain, end] = field.exec(line)!; // the unquoted alternative matches any text
    columns.push(quoted?.replaceAll('""', '"') ?? trimAscii(plain!, true));
    if (end === '' || columns.length === most) return columns;
  }
}

/** Unlike `String.trim`, keeps Unicode spaces: a token may contain a no-break space. */
function trimAscii(text: string, atStart: boolean): string {
  let start = 0;
  let end = text.length;
  while (end > 0 && isAsciiSpace(text.charCodeAt(end - 1))) end--;
  if (atStart) while (start < end && isAsciiSpace(text.charCodeAt(start))) start++;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isAsciiSpace(code: number): boolean {
  return code === 32 || code === 9;
}

const TOKEN_NAME = /^(words?|tokens?|forms?|text)$/i;
const TAG_NAME = /^(tags?|labels?|ner|ner[_ -]?tags?|ne|entity|entities|iob|bio)$/i;
const SENTENCE_NAME = /^(sentence|sent)[_ -]?(#|id|no|num|number|idx|index)?$/i;
const DOCUMENT_NAME = /^(document|doc)[_ -]?(#|id|no|num|number|idx|index|name|title)?$/i;
const ID_NAME = /^(|#|id|idx|index|no)$/i;
const OTHER_NAME = /^(|#|id|idx|index|no|lemma|pos|upos|xpos|pos[_ -]?tags?|chunks?|chunk[_ -]?tags?)$/i;

/** Indices of columns, according to a header line. */
export interface NamedColumns {
  token: number;
  tag: number | undefined;
  /** Sentence numbers or names, on every token's row or only on the first of each sentence. */
  sentence: number | undefined;
  /** Numbers or names of documents, on every token's row or only on the first of each document. */
  document: number | undefined;
  /** Columns that cannot contain tags: tokens, sentence ids and row numbers. */
  others: readonly number[];
}

/**
 * Reads a header line. A line is a header if it names the token column and all other names are usual ones, or if it names
 * token, tag and sentence columns: the others (features of the token) may then have any name.
 */
export function readHeader(columns: readonly string[]): NamedColumns | undefined {
  const find = (name: RegExp) => {
    const index = columns.findLastIndex((column) => name.test(column));
    return index < 0 ? undefined : index;
  };
  const [token, tag] = [find(TOKEN_NAME), find(TAG_NAME)];
  const [sentence, document] = [find(SENTENCE_NAME), find(DOCUMENT_NAME)];
  if (token === undefined || columns.length < 2) return undefined;
  const others = columns.flatMap((column, i) =>
    i === token || i === sentence || i === document || ID_NAME.test(column) ? i : [],
  );
  const names = [TOKEN_NAME, TAG_NAME, SENTENCE_NAME, DOCUMENT_NAME, OTHER_NAME];
  const areUsual = columns.every((column) => names.some((name) => name.test(column)));
  const isHeader = areUsual || (tag !== undefined && sentence !== undefined);
  return isHeader ? { token, tag, sentence, document, others } : undefined;
}
