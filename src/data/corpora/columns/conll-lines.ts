import type { ColumnLayout } from '../../column-layout.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { splitColumns } from './split-columns.ts';
import {
  DOCUMENT_START,
  haveHashIndex,
  isChunk,
  isDirective,
  isDocumentLine,
  isDocumentStructure,
  isPlain,
  isStructure,
  predictedColumn,
  RANGE,
  unquoted,
  withColumns,
  withoutHash,
} from '../layout/sample.ts';
import { DOCUMENT_COMMENT, isEndLine } from '../layout/end-lines.ts';
import { itemsOf } from '../layout/items.ts';
import { isPieceOfWord } from '../layout/odd-columns.ts';

/** A line of a CoNLL file. */
export type ConllLine =
  | { kind: 'blank' | 'comment' }
  | { kind: 'document'; columns: string[] }
  /** Column names. */
  | { kind: 'header'; columns: string[] }
  | { kind: 'token'; columns: string[] }
  /** A whole sentence: the columns of each token. */
  | { kind: 'sentence'; rows: string[][] }
  /** A token line with a wrong number of columns, or without a tag. */
  | { kind: 'unreadable'; columns: string[] };

/** A word for documents in a numbered line: `Document 3`, `doc_3`, `doc3`. */
const DOCUMENT_WORD = /(?:^|\P{L})doc(?:ument)?s?(?!\p{L})/iu;

/** Classifies the lines of a file with a known layout. */
export class ConllLines {
  readonly lines: Iterable<string>;
  readonly layout: ColumnLayout;
  #seenTags: Set<string> | undefined;
  #isBeforeTokens = true;
  #isNumbered: boolean | undefined;

  constructor(lines: Iterable<string>, layout: ColumnLayout) {
    this.lines = lines;
    this.layout = layout;
  }

  /**
   * Classifies a line and splits it into columns. Call it for each line, in order.
   *
   * @param inSentence whether the previous line belongs to a sentence
   */
  read(line: string, inSentence: boolean): ConllLine {
    const { layout } = this;
    const trimmed = line.trim(); // also of Unicode spaces: no token consists of them alone
    if (trimmed === '') return { kind: 'blank' };
    if (isEndLine(trimmed, layout.endLine))
      return DOCUMENT_WORD.test(trimmed) ? { kind: 'document', columns: [] } : { kind: 'blank' };
    const isFirst = this.#isBeforeTokens;
    if (isFirst && (isDirective(line) || predictedColumn(line) !== undefined)) return { kind: 'comment' };
    if (layout.items !== undefined) return this.#readSentence(line);
    if (layout.columns > 1 && isStructure(line)) {
      return isDocumentStructure(line) ? { kind: 'document', columns: [] } : { kind: 'blank' };
    }
    if (isChunk(line)) return { kind: 'comment' };
    const cells = splitColumns(line, layout.separator);
    const columns = layout.isQuoted ? unquoted(cells) : cells;
    if (
      columns[0]!.startsWith(DOCUMENT_START) ||
      (columns[layout.tokenColumn] === DOCUMENT_START && isDocumentLine(line))
    )
      return { kind: 'document', columns };
    if (!inSentence && this.#isHeader(columns)) return { kind: 'header', columns };
    if (columns[0] === '' && columns.every((column) => column === '')) return { kind: 'blank' }; // only separators
    if (line.charCodeAt(0) === 35 && !this.#isTokenDespiteHash(columns, inSentence)) {
      return DOCUMENT_COMMENT.test(line) ? { kind: 'document', columns: [] } : { kind: 'comment' };
    }
    if (columns.length === 1 && layout.columns > 1 && layout.separator === '\t' && /^\s+#/.test(line))
      // WebAnno TSV 2
      return { kind: 'comment' };
    this.#isBeforeTokens = false;
    if (layout.rangeColumn !== undefined && RANGE.test(columns[layout.rangeColumn] ?? '')) return { kind: 'comment' };
    const fitting = columns.length === layout.columns ? columns : this.#fitted(columns);
    const tag = fitting?.[layout.tagColumn];
    const isComplete =
      fitting !== undefined &&
      (layout.isTagged ? tag !== '' || layout.tags.isEmptyOutside : fitting[layout.tokenColumn] !== '');
    if (!isComplete) return { kind: 'unreadable', columns };
    if (layout.endMark !== undefined && fitting[layout.tokenColumn] === layout.endMark) return { kind: 'blank' };
    return { kind: 'token', columns: fitting };
  }

  #readSentence(line: string): ConllLine {
    const { items, columns } = this.layout;
    if (line.startsWith('#') && !line.startsWith(`#${items}`)) return { kind: 'comment' };
    if (line.trim().startsWith(DOCUMENT_START)) return { kind: 'document', columns: [] };
    const rows = itemsOf(line, items!);
    return rows.every(({ length }) => length === columns)
      ? { kind: 'sentence', rows }
      : { kind: 'unreadable', columns: rows.find(({ length }) => length !== columns)! };
  }

  /** Columns whose number differs from that of most lines, if it is clear what they are. */
  #fitted(columns: string[]): string[] | undefined {
    const { columns: count, tags, tagColumn, tokenColumn, isTagged, isRagged } = this.layout;
    if (columns.length > count) return isRagged ? columns.slice(0, count) : withColumns(columns, count);
    // Editors remove white space at the end of lines, and with it the cells that mean outside.
    const isShort = isTagged && tags.isEmptyOutside && columns.length >= tagColumn && columns.length > tokenColumn;
    return isShort ? [...columns, ...Array.from({ length: count - columns.length }, () => '')] : undefined;
  }

  #isHeader(columns: readonly string[]): boolean {
    const { header } = this.layout;
    if (header === undefined) return false;
    if (columns.length !== header.length && columns.length !== header.length - 1) return false;
    const isHeader = (cells: readonly string[]) =>
      cells.length === header.length && cells.every((cell, c) => cell === header[c]);
    const named = columns[0]!.startsWith('#') ? [columns, [withoutHash(columns[0]!), ...columns.slice(1)]] : [columns];
    return named.some((cells) => [cells, ['', ...cells], [...cells, '']].some(isHeader)); // without a name before or behind
  }

  /**
   * Whether a line that starts with # is a token line instead of a comment: `# O` may be the token #, and `# sent_id = 3` has
   * four columns. In a file with tabs or commas, the number of columns decides. In a file with spaces, the tag column must
   * also contain a tag. Within a sentence, a line with any number of columns may be a (damaged) token line.
   */
  #isTokenDespiteHash(columns: readonly string[], inSentence: boolean): boolean {
    const { columns: count, separator, tagColumn, tokenColumn } = this.layout;
    const fits = columns.length === count;
    if (count === 1) return fits;
    if (fits && inSentence && isPieceOfWord(columns[tokenColumn]!)) return true;
    if (fits && tokenColumn > 0 && /^#\d+$/.test(columns[0]!) && (this.#isNumbered ??= haveHashIndex(this.lines)))
      return true;
    if (tokenColumn === 0 && /^#+ \S/.test(columns[0]!) && !this.#looksLikeTag(columns[tagColumn] ?? '')) return false;
    if (tokenColumn > 0)
      return fits && (separator === '\t' || (separator !== ' ' && this.#looksLikeTag(columns[tagColumn]!))); // the first column is no word
    if (separator === '\t') return fits || (inSentence && columns.length > 1);
    const tag = columns[fits ? tagColumn : columns.length - 1]!;
    return (fits || (inSentence && columns.length > 1)) && this.#looksLikeTag(tag);
  }

  #looksLikeTag(tag: string): boolean {
    this.#seenTags ??= tagsOfPlainLines(this);
    return this.#seenTags.has(tag) || tag === '#' || hasSchemeLetter(tag);
  }
}

function tagsOfPlainLines({ lines, layout: { separator, columns, tagColumn } }: ConllLines): Set<string> {
  const tags = new Set<string>();
  for (const line of lines) {
    if (!isPlain(line)) continue;
    const found = splitColumns(line, separator);
    if (found.length === columns) tags.add(found[tagColumn]!);
  }
  return tags;
}
