import { StudioError } from '../../lib/errors.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { columnPosition, type Separator, splitColumns } from './columns.ts';
import { ConllLayout } from './conll-lines.ts';
import { DocumentBorders } from './document-borders.ts';
import { rejectSentenceRows } from './other-formats.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';
import { looksLikeRunningText, RunningTextError } from './running-text.ts';

const SEPARATORS: Record<Separator, string> = { '\t': 'tabs', ' ': 'spaces', ',': 'commas', ';': 'semicolons' };

/** Lines examined to recognize running text. */
const SAMPLED_LINES = 1000;

/** A file with more columns is text without line breaks. */
const MAX_COLUMNS = 200;

/**
 * Reads CoNLL columns: one token per line, blank lines between sentences. Skips lines with a wrong number of columns, with an
 * error.
 *
 * @param tagColumn from 0; default: named by the header, or the last
 * @throws StudioError BadInput if the file is a table of sentences or running text, or has no such tag column
 */
export function readConll(file: string, lines: readonly string[], problems: ProblemLog, tagColumn?: number): RawCorpus {
  const layout = new ConllLayout(lines, tagColumn);
  rejectSentenceRows(file, lines);
  rejectRunningText(file, layout);
  checkTagColumn(file, layout);
  const labelled = layout.columns > 1;
  const startsSentence = sentenceStarts(layout);
  const sentences: RawSentence[] = [];
  let sentence: RawSentence | undefined;
  const borders = new DocumentBorders();
  let tokenLines = 0;
  let unreadable = 0;
  for (const [i, line] of lines.entries()) {
    const read = layout.read(line, sentence !== undefined);
    if (read.kind === 'token') {
      tokenLines++;
      if (startsSentence(read.columns) || sentence === undefined) {
        const document = borders.ofSentence(read.columns[layout.documentColumn ?? -1]);
        sentences.push((sentence = { tokens: [], tags: [], lines: [], document }));
      }
      sentence.tokens.push(read.columns[layout.tokenColumn]!);
      if (labelled) sentence.tags.push(read.columns[layout.tagColumn]!);
      sentence.lines.push(i + 1);
    } else if (read.kind === 'unreadable') {
      unreadable++;
      problems.add({
        line: i + 1,
        severity: 'error',
        kind: 'columns',
        excerpt: line,
        ...columnProblem(line, read.columns, layout),
      });
    } else if (read.kind === 'header') {
      problems.add({ line: i + 1, severity: 'warning', kind: 'header', excerpt: line, message: headerMessage(layout) });
    } else if (read.kind !== 'comment') {
      sentence = undefined;
      if (read.kind === 'document') borders.mark();
    }
  }
  if (layout.tagColumn < layout.tokenColumn) {
    problems.add({
      line: 0,
      severity: 'warning',
      kind: 'order',
      message: `${describeColumns(layout)}, according to their content. Choose another tag column if this is wrong.`,
    });
  }
  const total = tokenLines + unreadable;
  problems.checkReadable(
    unreadable,
    total,
    `${unreadable} of ${total} lines do not have ${layout.columns} columns. Expected one token per line, and blank lines between sentences.`,
  );
  return { sentences, hasDocuments: borders.hasMarks, columns: layout.columns, tagColumn: layout.tagColumn };
}

/** Returns a predicate for successive rows: whether the sentence column has a value that differs from the previous one. */
function sentenceStarts({ sentenceColumn }: ConllLayout): (columns: readonly string[]) => boolean {
  if (sentenceColumn === undefined) return () => false;
  let current = '';
  return (columns) => {
    const value = columns[sentenceColumn]!;
    const isNew = value !== '' && value !== current;
    if (isNew) current = value;
    return isNew;
  };
}

function describeColumns({ tokenColumn, tagColumn }: ConllLayout): string {
  return `The words are in column ${tokenColumn + 1}, the tags in column ${tagColumn + 1}`;
}

function headerMessage(layout: ConllLayout): string {
  return `This line is a header with column names, not a token. ${describeColumns(layout)}.`;
}

function rejectRunningText(file: string, { columns, lines, separator }: ConllLayout): void {
  const filled = lines.slice(0, SAMPLED_LINES).filter((line) => line.trim() !== '');
  const isText = separator === ' ' && looksLikeRunningText(filled.map((line) => splitColumns(line, separator)));
  if (!isText && columns <= MAX_COLUMNS) return;
  throw new RunningTextError(file);
}

function checkTagColumn(file: string, { columns, tagColumn, tokenColumn }: ConllLayout): void {
  if (
    columns <= 1 ||
    (tagColumn !== tokenColumn && Number.isInteger(tagColumn) && tagColumn >= 0 && tagColumn < columns)
  )
    return;
  throw new StudioError(
    'BadInput',
    `Column ${tagColumn} (from 0) of ${file} cannot be the tag column: there are ${columns} columns, and the tokens are in column ${tokenColumn}. Choose another column.`,
  );
}

function columnProblem(
  line: string,
  columns: readonly string[],
  layout: ConllLayout,
): { column: number; message: string } {
  const found = `${columns.length} ${columns.length === 1 ? 'column' : 'columns'}`;
  if (columns.length !== layout.columns) {
    const hint =
      layout.separator === '\t' && splitColumns(line, ' ').length === layout.columns
        ? ' This line is separated by spaces instead of tabs.'
        : '';
    return {
      column: columnPosition(line, layout.separator, Math.min(columns.length, layout.columns)),
      message: `Found ${found}, expected ${layout.columns} separated by ${SEPARATORS[layout.separator]}, as on most lines of this file; the line was skipped.${hint}`,
    };
  }
  const empty = columns[layout.tokenColumn] === '' ? layout.tokenColumn : layout.tagColumn;
  const missing = empty === layout.tokenColumn ? 'token' : 'tag';
  return {
    column: columnPosition(line, layout.separator, empty),
    message: `Column ${empty + 1} is empty, expected a ${missing}; the line was skipped.`,
  };
}
