import type { Separator } from '../column-layout.ts';
import { LIMITS } from '../files/limits.ts';

/** No limit for `splitColumns`: the maximum length of an array. */
export const ALL = 0xffffffff;

/** A quoted field (inner quotes are doubled), or the text up to the next separator. */
const FIELDS: Record<',' | ';', RegExp> = {
  ',': /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*(?=,|$)|([^,]*))(,|$)/y,
  ';': /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*(?=;|$)|([^;]*))(;|$)/y,
};

const PLAIN_FIELDS = { '\t': /(?:()([^\t]*))(\t|$)/y, '|': /(?:()([^|]*))(\||$)/y };

const STARTS: Record<Separator, RegExp> = {
  '\t': /(?<=^|\t)/g,
  ' ': /[^ \t]+/g,
  ',': /(?<=^|,)/g,
  ';': /(?<=^|;)/g,
  '|': /(?<=^|\|)/g,
};

/**
 * Splits a line into columns and trims spaces and tabs around them.
 *
 * @param most maximum number of columns returned
 */
export function splitColumns(line: string, separator: Separator, most = LIMITS.columns.max + 1): string[] {
  if (separator === '\t') return trimAll(line.split('\t', most));
  const content = trimAscii(line, true);
  if (separator !== ' ')
    return content.includes('"') && separator !== '|'
      ? splitQuoted(content, separator, most)
      : trimAll(content.split(separator, most));
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
  const cell = separator === '\t' || separator === '|' ? PLAIN_FIELDS[separator] : FIELDS[separator];
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
