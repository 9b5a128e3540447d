import { firstLines } from '../files/text-lines.ts';
import { hasSchemeLetter, roleOfLetter } from '../tags/tag-style.ts';
import { type NamedColumns, readHeader, type Separator, splitColumns } from './columns.ts';

/** A line of a CoNLL file. */
export type ConllLine =
  | { kind: 'blank' | 'comment' }
  | { kind: 'document'; columns: string[] }
  /** Column names. */
  | { kind: 'header'; columns: string[] }
  | { kind: 'token'; columns: string[] }
  /** A token line with a wrong number of columns, or without a tag. */
  | { kind: 'unreadable'; columns: string[] };

const DOCUMENT_START = '-DOCSTART-';

/** Lines examined to detect the separator and the number of columns. Reading large files takes twice as long without a limit. */
const SAMPLED_LINES = 20_000;

/** Share of lines with a tag in a column, above which it is taken for the tag column without a header. */
const TAGGED_SHARE = 0.9;

/** The layout of a CoNLL file, according to the majority of its lines. */
export class ConllLayout {
  readonly lines: Iterable<string>;
  readonly separator: Separator;
  /** Number of columns of most lines; 0 for a file without token lines. */
  readonly columns: number;
  /**
   * From 0. Named by the header; otherwise the second column if the first has token numbers, or tags in a file with two
   * columns; otherwise the first.
   */
  readonly tokenColumn: number;
  /** From 0. Default: named by the header, or the last. 0 for a file with one column, which has no tags. */
  readonly tagColumn: number;
  /** False for a file with one column, and if the header names no column that could have tags. */
  readonly isTagged: boolean;
  /** Whether the tag column was given, not detected. */
  readonly isChosen: boolean;
  /** Columns from 0 whose tags have the same types as those of `tagColumn`. If it was detected, it has the most entities. */
  readonly otherLayers: readonly number[] = [];
  /** From 0, if the header names one. */
  readonly sentenceColumn: number | undefined;
  /** Column of document ids, from 0, if the header names one. */
  readonly documentColumn: number | undefined;
  /** Column names of the header, as written. */
  readonly header: readonly string[] | undefined;
  #seenTags: Set<string> | undefined;

  constructor(lines: Iterable<string>, tagColumn?: number) {
    this.lines = lines;
    const sample = firstLines(lines, SAMPLED_LINES, isPlain);
    this.separator = separatorOf(sample);
    const rows = sample.map((line) => splitColumns(line, this.separator));
    this.columns = mostFrequentColumns(rows);
    const named = this.#headerOf(rows[0] ?? []);
    this.header = named && rows[0];
    this.sentenceColumn = named?.sentence;
    this.documentColumn = named?.document;
    this.tokenColumn =
      named?.token ??
      ((this.columns > 2 && hasTokenNumbers(lines, this.separator)) || hasTagsFirst(rows, this.columns) ? 1 : 0);
    const candidate = named === undefined ? this.#lastColumnForTags() : this.#columnsOtherThan(named.others).at(-1);
    const layers =
      named?.tag === undefined && candidate !== undefined ? layersUpTo(candidate, this.tokenColumn, rows) : [];
    this.tagColumn = tagColumn ?? named?.tag ?? layers[0] ?? candidate ?? this.tokenColumn;
    this.isTagged =
      this.columns > 1 && (tagColumn !== undefined || named?.tag !== undefined || candidate !== undefined);
    this.isChosen = tagColumn !== undefined;
    this.otherLayers = !layers.includes(this.tagColumn) ? [] : layers.filter((column) => column !== this.tagColumn);
  }

  /**
   * Classifies a line and splits it into columns.
   *
   * @param inSentence whether the previous line belongs to a sentence
   */
  read(line: string, inSentence: boolean): ConllLine {
    if (line.trim() === '') return { kind: 'blank' }; // including Unicode spaces: no token consists of them alone
    const columns = splitColumns(line, this.separator);
    if (columns[0] === DOCUMENT_START) return { kind: 'document', columns };
    if (!inSentence && this.#headerOf(columns) !== undefined) return { kind: 'header', columns };
    if (columns[0] === '' && columns.every((column) => column === '')) return { kind: 'blank' }; // only separators
    const hasTag = this.isTagged && columns[this.tagColumn] !== '';
    const complete =
      columns.length === this.columns && (hasTag || (!this.isTagged && columns[this.tokenColumn] !== ''));
    if (line.startsWith('#') && !this.#isTokenDespiteHash(columns, inSentence)) return { kind: 'comment' };
    return { kind: complete ? 'token' : 'unreadable', columns };
  }

  #headerOf(columns: readonly string[]): NamedColumns | undefined {
    return columns.length === this.columns ? readHeader(columns) : undefined;
  }

  #columnsOtherThan(others: readonly number[]): number[] {
    return Array.from({ length: this.columns }, (_, column) => column).filter((column) => !others.includes(column));
  }

  #lastColumnForTags(): number {
    const column = this.columns - 1;
    return Math.max(0, column === this.tokenColumn ? column - 1 : column);
  }

  /**
   * Whether a line that starts with # is a token line instead of a comment: `# O` may be the token #, and `# sent_id = 3` has
   * four columns. In a file with tabs or commas, the number of columns decides. In a file with spaces, the tag column must
   * also contain a tag. Within a sentence, a line with any number of columns may be a (damaged) token line.
   */
  #isTokenDespiteHash(columns: readonly string[], inSentence: boolean): boolean {
    const fits = columns.length === this.columns;
    if (this.columns === 1) return fits;
    if (this.separator !== ' ') return fits || (inSentence && columns.length > 1);
    const tag = columns[fits ? this.tagColumn : columns.length - 1]!;
    return (fits || (inSentence && columns.length > 1)) && this.#looksLikeTag(tag);
  }

  #looksLikeTag(tag: string): boolean {
    this.#seenTags ??= tagsOfPlainLines(this);
    return this.#seenTags.has(tag) || tag === '#' || hasSchemeLetter(tag);
  }
}

/**
 * Columns up to `last` whose tags share types with it, such as outer and nested entities in GermEval 2014, sorted by the number of
 * tokens in entities, descending. Chunk columns are excluded, because their types differ from those of entities.
 */
function layersUpTo(last: number, tokenColumn: number, rows: readonly (readonly string[])[]): number[] {
  const typesOf = (column: number) => {
    const tags = rows.map((row) => row[column] ?? '').filter((tag) => roleOfLetter(tag) !== 'outside' && tag !== '');
    const types = tags.flatMap((tag) => (hasSchemeLetter(tag) ? tag.replace(/^[^-_:/|]+[-_:/|]/, '') : []));
    return types.length >= TAGGED_SHARE * tags.length ? types : [];
  };
  const ofLast = new Set(typesOf(last));
  const layers = [{ column: last, tokens: typesOf(last).length }];
  for (let column = last - 1; column > tokenColumn; column--) {
    const types = typesOf(column);
    if (!types.some((type) => ofLast.has(type))) break;
    layers.push({ column, tokens: types.length });
  }
  return layers.toSorted((a, b) => b.tokens - a.tokens).map(({ column }) => column);
}

function isComment(line: string): boolean {
  return line.startsWith('#');
}

/** Whether a line can be used to detect the layout: not blank, a comment or a document mark. */
function isPlain(line: string): boolean {
  return !isComment(line) && !line.startsWith(DOCUMENT_START) && line.trim() !== '';
}

function separatorOf(sample: readonly string[]): Separator {
  const withTabs = sample.filter((line) => line.includes('\t')).length;
  if (withTabs > 0 && 2 * withTabs >= sample.length) return '\t';
  return ([',', ';'] as const).find((separator) => isSeparatedBy(separator, sample)) ?? ' ';
}

/** Commas may be tokens, so requires a header, or tags in the last column of nearly all lines. */
function isSeparatedBy(separator: ',' | ';', sample: readonly string[]): boolean {
  if (!sample[0]?.includes(separator)) return false;
  const rows = sample.map((line) => splitColumns(line, separator));
  const tagged = rows.filter((columns) => columns.length > 1 && hasSchemeLetter(columns.at(-1)!));
  return readHeader(rows[0]!) !== undefined || tagged.length >= TAGGED_SHARE * rows.length;
}

function mostFrequentColumns(rows: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 0;
}

/** Whether the first column numbers the tokens of each sentence 1, 2, 3…, as in GermEval 2014. */
function hasTokenNumbers(lines: Iterable<string>, separator: Separator): boolean {
  let position = 0;
  for (const line of lines) {
    if (line.trim() === '') position = 0;
    else if (!isComment(line) && splitColumns(line, separator)[0] !== String(++position)) return false;
  }
  return true;
}

/** Whether the first of two columns has the tags: scheme letters, including O, and fewer distinct values than the second. */
function hasTagsFirst(rows: readonly string[][], columns: number): boolean {
  if (columns !== 2) return false;
  const pairs = rows.filter(({ length }) => length === 2);
  const [first, second] = [0, 1].map((column) => pairs.map((row) => row[column]!)) as [string[], string[]];
  const lettered = (column: readonly string[]) => column.filter(hasSchemeLetter).length / column.length;
  return (
    lettered(first) >= TAGGED_SHARE &&
    lettered(second) < TAGGED_SHARE &&
    first.some((tag) => roleOfLetter(tag) === 'outside') &&
    new Set(first).size < new Set(second).size
  );
}

function tagsOfPlainLines({ lines, separator, columns, tagColumn }: ConllLayout): Set<string> {
  const tags = new Set<string>();
  for (const line of lines) {
    if (!isPlain(line)) continue;
    const found = splitColumns(line, separator);
    if (found.length === columns) tags.add(found[tagColumn]!);
  }
  return tags;
}
