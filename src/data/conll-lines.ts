import { roleOfLetter } from './tag-style.ts';

/** What a line of a CoNLL file is. Columns are given where the line has them. */
export type ConllLine =
  | { kind: 'blank' | 'comment' }
  | { kind: 'document'; columns: string[] }
  | { kind: 'token'; columns: string[] }
  /** A token line with a wrong number of columns, or without token or tag. */
  | { kind: 'unreadable'; columns: string[] };

const DOCUMENT_START = '-DOCSTART-';

/** Lines from which separator and number of columns are found: enough for any file, and half the time of reading a large one. */
const SAMPLED_LINES = 20_000;

/** How the lines of one file are written, as most of them are. */
export class ConllLayout {
  readonly lines: readonly string[];
  /** Columns are separated by single tabs; else by runs of spaces. */
  readonly tabs: boolean;
  /** The number of columns that most lines have; 0 in a file without token lines. */
  readonly columns: number;
  /** From 0: the first column, or the second where the first counts the tokens of each sentence. */
  readonly tokenColumn: number;
  /** From 0; 0 in a file of one column, which has no tags. */
  readonly tagColumn: number;
  private seenTags: Set<string> | undefined;

  constructor(lines: readonly string[], tagColumn?: number) {
    this.lines = lines;
    const sample = firstPlainLines(lines, SAMPLED_LINES);
    this.tabs = mostHaveTabs(sample);
    this.columns = mostFrequentColumns(sample, this.tabs);
    this.tokenColumn = this.columns > 2 && countsTokens(lines, this.tabs) ? 1 : 0;
    this.tagColumn = tagColumn ?? Math.max(0, this.columns - 1);
  }

  /** @param inSentence whether the line before belongs to a sentence */
  read(line: string, inSentence: boolean): ConllLine {
    if (line.trim() === '') return { kind: 'blank' }; // any Unicode space: no token is made of them alone
    const columns = splitColumns(line, this.tabs);
    if (columns[0] === DOCUMENT_START) return { kind: 'document', columns };
    const complete =
      columns.length === this.columns && columns[this.tokenColumn] !== '' && columns[this.tagColumn] !== '';
    if (line.startsWith('#') && !this.isTokenInSpiteOfHash(columns, inSentence)) return { kind: 'comment' };
    return { kind: complete ? 'token' : 'unreadable', columns };
  }

  /**
   * `# O` may be the token #, and `# sent_id = 3` has four columns as a token line may. In a file with tabs the number of columns
   * decides. In one with spaces the last column must look like a tag too; within a sentence such a line is never a comment.
   */
  private isTokenInSpiteOfHash(columns: readonly string[], inSentence: boolean): boolean {
    const fits = columns.length === this.columns;
    if (this.columns === 1) return fits;
    if (this.tabs) return fits || (inSentence && columns.length > 1);
    const tag = columns[fits ? this.tagColumn : columns.length - 1]!;
    return (fits || (inSentence && columns.length > 1)) && this.looksLikeTag(tag);
  }

  private looksLikeTag(tag: string): boolean {
    this.seenTags ??= tagsOfPlainLines(this);
    return this.seenTags.has(tag) || tag === '#' || roleOfLetter(tag.split(/[-_:]/, 1)[0]!) !== undefined;
  }
}

/** At single tabs, or at runs of spaces (and of tabs that stray into a file of spaces). Spaces around a column do not count. */
export function splitColumns(line: string, tabs: boolean): string[] {
  const content = trimAscii(line, !tabs);
  if (tabs) return content.split('\t').map((column) => trimAscii(column, true));
  if (content.includes('\t')) return content.split(/[ \t]+/);
  const columns = content.split(' ');
  return columns.includes('') ? columns.filter((column) => column !== '') : columns;
}

/** 1-based column of the line at which column number `index` begins; one past the end where there are fewer. */
export function columnPosition(line: string, tabs: boolean, index: number): number {
  const starts = Array.from(line.matchAll(tabs ? /(?<=^|\t)/g : /[^ \t]+/g), (match) => match.index);
  return (starts[index] ?? line.length) + 1;
}

function isComment(line: string): boolean {
  return line.startsWith('#');
}

/** Lines that say how the file is written: not blank, no comment, no document mark. */
function firstPlainLines(lines: readonly string[], limit: number): string[] {
  const plain: string[] = [];
  for (const line of lines) {
    if (plain.length === limit) break;
    if (!isComment(line) && !line.startsWith(DOCUMENT_START) && line.trim() !== '') plain.push(line);
  }
  return plain;
}

function mostHaveTabs(sample: readonly string[]): boolean {
  const withTabs = sample.filter((line) => line.includes('\t')).length;
  return withTabs > 0 && 2 * withTabs >= sample.length;
}

function mostFrequentColumns(sample: readonly string[], tabs: boolean): number {
  const counts = new Map<number, number>();
  for (const line of sample) {
    const { length } = splitColumns(line, tabs);
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 0;
}

/** Whether the first columns of each sentence are 1, 2, 3…, as in GermEval 2014. */
function countsTokens(lines: readonly string[], tabs: boolean): boolean {
  let position = 0;
  for (const line of lines) {
    if (line.trim() === '') position = 0;
    else if (!isComment(line) && splitColumns(line, tabs)[0] !== String(++position)) return false;
  }
  return true;
}

function tagsOfPlainLines({ lines, tabs, columns, tagColumn }: ConllLayout): Set<string> {
  const tags = new Set<string>();
  for (const line of firstPlainLines(lines, lines.length)) {
    const found = splitColumns(line, tabs);
    if (found.length === columns) tags.add(found[tagColumn]!);
  }
  return tags;
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
