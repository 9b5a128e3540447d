/** Between the columns of a line. A space stands for runs of spaces, and of tabs that stray into them. */
export type Separator = '\t' | ' ' | ',' | ';';

/** A field between double quotes (those within doubled), or up to the next separator. */
const FIELDS: Record<',' | ';', RegExp> = {
  ',': /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*(?=,|$)|([^,]*))(,|$)/y,
  ';': /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*(?=;|$)|([^;]*))(;|$)/y,
};

const STARTS: Record<Separator, RegExp> = {
  '\t': /(?<=^|\t)/g,
  ' ': /[^ \t]+/g,
  ',': /(?<=^|,)/g,
  ';': /(?<=^|;)/g,
};

/** Spaces around a column do not count. */
export function splitColumns(line: string, separator: Separator): string[] {
  const content = trimAscii(line, separator !== '\t');
  if (separator === '\t') return trimmed(content.split('\t'));
  if (separator !== ' ')
    return content.includes('"') ? splitQuoted(content, separator) : trimmed(content.split(separator));
  if (content.includes('\t')) return content.split(/[ \t]+/);
  const columns = content.split(' ');
  return columns.includes('') ? columns.filter((column) => column !== '') : columns;
}

/** 1-based column of the line at which column number `index` begins; one past the end where there are fewer. */
export function columnPosition(line: string, separator: Separator, index: number): number {
  const starts = Array.from(line.matchAll(STARTS[separator]), (match) => match.index);
  return (starts[index] ?? line.length) + 1;
}

function trimmed(columns: string[]): string[] {
  return columns.map((column) => trimAscii(column, true));
}

function splitQuoted(line: string, separator: ',' | ';'): string[] {
  const columns: string[] = [];
  const field = FIELDS[separator];
  field.lastIndex = 0;
  for (;;) {
    const [, quoted, plain, end] = field.exec(line)!; // what is not quoted fits anything
    columns.push(quoted?.replaceAll('""', '"') ?? trimAscii(plain!, true));
    if (end === '') return columns;
  }
}

/** `String.trim` takes every Unicode space: a no-break space may be (part of) a token. */
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
