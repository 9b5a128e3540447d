import type { Separator } from '../../column-layout.ts';
import { LIMITS } from '../../files/limits.ts';

/** No limit for `splitColumns`: the maximum length of an array. */
export const ALL = 0xffffffff;

/** A quoted field (inner quotes are doubled), or the text up to the next separator. */
const FIELDS: Record<',' | ';', RegExp> = {
  ',': /[ \t]*(?:"([^"]*(?:""[^"]*)*)"[ \t]*(?=,|$)|([^,]*))(,|$)/y,
  ';': /[ \t]*(?:"([^"]*(?:""[^"]*)*)"[ \t]*(?=;|$)|([^;]*))(;|$)/y,
};

/** The text up to the next separator, without quotes. */
function plainField(separator: Separator): RegExp {
  const end = separator.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?:()((?:(?!${end})[^])*))(${end}|$)`, 'y');
}

const WORDS = /[^ \t]+/g;

/** Whether cells may always be quoted. */
export function isQuotable(separator: Separator): separator is ',' | ';' {
  return separator === ',' || separator === ';';
}

/**
 * Splits a line into columns and trims spaces and tabs around them.
 *
 * @param most maximum number of columns returned
 */
export function splitColumns(line: string, separator: Separator, most = LIMITS.columns.max + 1): string[] {
  if (separator === ' ') return splitSpaces(line, most);
  if (separator === '\t') return trimAll(line.split('\t', most));
  const content = trimAscii(line, true);
  return isQuotable(separator) && content.includes('"')
    ? splitQuoted(content, separator, most)
    : trimAll(content.split(separator, most));
}

/** The words of a line; one empty column if it has none. A loop takes a third of the time of `split`. */
function splitSpaces(line: string, most: number): string[] {
  const columns: string[] = [];
  const { length } = line;
  for (let at = 0; at < length && columns.length < most; at++) {
    if (isAsciiSpace(line.charCodeAt(at))) continue;
    const start = at;
    while (at < length && !isAsciiSpace(line.charCodeAt(at))) at++;
    columns.push(line.slice(start, at));
  }
  return columns.length === 0 ? [''] : columns;
}

/** Offset (1-based, in characters) at which column `index` begins, or of the end of the line if it has fewer columns. */
export function columnPosition(line: string, separator: Separator, index: number): number {
  if (separator === ' ') return ([...line.matchAll(WORDS)][index]?.index ?? line.length) + 1;
  let start = 0;
  for (let column = 0; column < index; column++) {
    const end = line.indexOf(separator, start);
    if (end < 0) return line.length + 1;
    start = end + separator.length;
  }
  return start + 1;
}

/** Range `[start, end)` of the text of a column, including its quotes. Undefined if the line has fewer columns. */
export function columnRange(line: string, separator: Separator, index: number): [number, number] | undefined {
  if (separator === ' ') {
    const match = [...line.matchAll(WORDS)][index];
    return match && [match.index, match.index + match[0].length];
  }
  const cell = isQuotable(separator) ? FIELDS[separator] : plainField(separator);
  cell.lastIndex = 0;
  for (let column = 0; ; column++) {
    const start = cell.lastIndex;
    const match = cell.exec(line)!; // matches any text
    const end = match[3] === '' ? line.length : cell.lastIndex - separator.length;
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

/** Lines in which candidates are looked for. */
const SAMPLED_LINES = 100;
/** Characters of a line in which they are looked for. */
const SAMPLED_CHARACTERS = 10_000;
/** Share of the lines that must have a separator. */
const SHARE = 0.95;

/** Runs of characters that are neither letters, digits, quotes, brackets, ordinary spaces nor ends of sentences, and that tags and numbers rarely have. */
const RUNS = /[-=]>|(?:[^\p{L}\p{N}\p{M}\p{Terminal_Punctuation}\s"'_*<>()[\]{}]|:)+|[\u00a0\u2000-\u200a\u3000]+/gu;

const ARROW = /^[-=]>$/;

/**
 * What may separate columns besides the usual separators: characters, and runs of them, in nearly all lines (`^`, `::`, `|||`, U+001F).
 * Longer ones come first.
 */
export function rareSeparators(lines: readonly string[]): string[] {
  const sample = lines.slice(0, SAMPLED_LINES);
  const found = new Set<string>();
  for (const line of sample.slice(0, 20)) {
    // A bracket at the end of an arrow may be that of a tag: `<->` means outside where tags are `<B-PER>`.
    for (const [run] of line.slice(0, SAMPLED_CHARACTERS).matchAll(RUNS))
      for (const one of ARROW.test(run) ? [run] : [run, ...run]) if (one !== '-') found.add(one);
  }
  return [...found]
    .filter((one) => sample.filter((line) => line.includes(one)).length >= SHARE * sample.length)
    .toSorted((a, b) => b.length - a.length);
}
