import { StudioError } from '../../lib/errors.ts';
import { LIMITS } from '../files/limits.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { firstLines, isFilled } from '../files/text-lines.ts';
import { ALL, columnPosition, type Separator, splitColumns } from './columns.ts';
import { ConllLayout } from './conll-lines.ts';
import { conllNames, findInputColumns, FurtherColumns } from './input-columns.ts';
import { rejectSentenceRows } from './other-formats.ts';
import { type RawCorpus, SentenceCollector } from './raw-corpus.ts';
import { looksLikeRunningText, RunningTextError } from './running-text.ts';

const SEPARATORS: Record<Separator, string> = { '\t': 'tabs', ' ': 'spaces', ',': 'commas', ';': 'semicolons' };

/** In characters. */
const LONG_LINE = 20_000;

/** Minimum words of a cell that counts as text. */
const MIN_WORDS_OF_TEXT = 3;

/** Lines examined to recognize running text. */
const SAMPLED_LINES = 1000;

/**
 * Reads CoNLL columns: one token per line, blank lines between sentences. Skips lines with a wrong number of columns, with an
 * error.
 *
 * @param tagColumn from 0; default: named by the header, or the last
 * @throws StudioError BadInput if the file is a table of sentences or running text, or has no such tag column
 */
export function readConll(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  tagColumn?: number,
  inputColumns: readonly string[] = [],
): RawCorpus {
  const layout = new ConllLayout(lines, tagColumn);
  rejectSentenceRows(file, lines);
  rejectRunningText(file, layout);
  rejectTexts(file, layout);
  checkTagColumn(file, layout);
  const { header, columns: width, tokenColumn } = layout;
  const taken = [tokenColumn, ...(layout.isTagged ? [layout.tagColumn] : [])];
  const names = conllNames(header, width);
  const inputs = findInputColumns(inputColumns, names, width, taken, problems);
  const further = new FurtherColumns(names, width, [...taken, ...noInputs(layout)]);
  const startsSentence = sentenceStarts(layout);
  const collected = new SentenceCollector(file);
  const blank = new BlankTokens();
  let unreadable = 0;
  let number = 0;
  for (const line of lines) {
    number++;
    const read = layout.read(line, collected.isInSentence);
    if (read.kind === 'token') {
      if (startsSentence(read.columns)) collected.end();
      const tag = layout.isTagged ? read.columns[layout.tagColumn]! : undefined;
      if (read.columns[layout.tokenColumn] === '') blank.add(number);
      collected.add(number, read.columns[layout.tokenColumn]!, tag, read.columns[layout.documentColumn ?? -1]);
      collected.addColumns(inputs, read.columns);
      further.add(read.columns);
    } else if (read.kind === 'unreadable') {
      unreadable++;
      problems.add({
        line: number,
        severity: 'error',
        kind: 'columns',
        excerpt: line,
        ...columnProblem(line, read.columns, layout),
      });
    } else if (read.kind === 'header') {
      problems.add({
        line: number,
        severity: 'warning',
        kind: 'header',
        excerpt: line,
        message: headerMessage(layout),
      });
    } else if (read.kind !== 'comment') {
      collected.end();
      if (read.kind === 'document') collected.borders.mark();
    }
  }
  collected.end();
  blank.report(problems);
  if (layout.otherLayers.length > 0) problems.add(layersProblem(layout));
  if (layout.tagColumn < layout.tokenColumn) {
    problems.add({
      line: 0,
      severity: 'warning',
      kind: 'order',
      message: `${describeColumns(layout)}, according to their content. Choose another tag column if this is wrong.`,
    });
  }
  const total = collected.tokens + unreadable;
  problems.checkReadable(
    unreadable,
    total,
    `${unreadable} of ${total} lines do not have ${layout.columns} columns. Expected one token per line, and blank lines between sentences.`,
  );
  const { sentences, borders } = collected;
  return {
    sentences,
    hasDocuments: borders.hasMarks,
    columns: layout.columns,
    tagColumn: layout.tagColumn,
    furtherColumns: further.counted(),
  };
}

/** Columns that are not inputs: numbers of rows, sentences and documents, and other layers of tags. */
function noInputs({ header, tokenColumn, sentenceColumn, documentColumn, otherLayers }: ConllLayout) {
  const numbers = header === undefined && tokenColumn === 1 ? [0] : [];
  return [...numbers, sentenceColumn, documentColumn, ...otherLayers];
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
  const filled = firstLines(lines, SAMPLED_LINES).filter(isFilled);
  const isText =
    separator === ' ' && looksLikeRunningText(filled.map((line) => splitColumns(shortened(line), separator, ALL)));
  if (!isText && columns <= LIMITS.columns.max) return;
  throw new RunningTextError(file);
}

/** The first and last part of a long line, enough to detect running text. */
function shortened(line: string): string {
  return line.length > LONG_LINE ? `${line.slice(0, LONG_LINE / 2)} ${line.slice(-LONG_LINE / 2)}` : line;
}

function checkTagColumn(file: string, { columns, isTagged, tagColumn, tokenColumn }: ConllLayout): void {
  if (!isTagged || (tagColumn !== tokenColumn && Number.isInteger(tagColumn) && tagColumn >= 0 && tagColumn < columns))
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
  const { max } = LIMITS.columns;
  const found =
    columns.length > max ? `over ${max} columns` : columns.length === 1 ? '1 column' : `${columns.length} columns`;
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
  return {
    column: columnPosition(line, layout.separator, layout.tagColumn),
    message: `Column ${layout.tagColumn + 1} is empty, expected a tag; the line was skipped.`,
  };
}

/** Rows with a tag but no token. They are kept, so that predictions align with the rows of the file. */
class BlankTokens {
  #first = 0;
  #count = 0;

  add(line: number): void {
    if (this.#count++ === 0) this.#first = line;
  }

  report(problems: ProblemLog): void {
    if (this.#count === 0) return;
    const found = this.#count === 1 ? 'a row' : `${this.#count} rows, this one first,`;
    const message = `Found ${found} with a tag and without a token; read as an empty token. If it separates sentences, leave it blank.`;
    problems.add({ line: this.#first, severity: 'warning', kind: 'blank', message });
  }
}

function layersProblem({ tagColumn, isChosen, otherLayers }: ConllLayout) {
  const others = otherLayers.map((column) => column + 1).toSorted((a, b) => a - b);
  const also = others.length === 1 ? `Column ${others[0]} has` : `Columns ${others.join(' and ')} have`;
  return {
    line: 0,
    severity: 'warning',
    kind: 'layers',
    message: `Column ${tagColumn + 1} was read as the tags, ${isChosen ? 'as chosen' : 'because it has the most entities'}. ${also} tags of the same types. To use another column, choose it as the tag column; it changes for all files with the same columns.`,
  } as const;
}

/** @throws StudioError BadInput if the token column contains whole texts, as in a table for text classification */
function rejectTexts(file: string, { lines, separator, tokenColumn, columns }: ConllLayout): void {
  if (separator === ' ' || columns < 2) return;
  const cells = firstLines(lines, SAMPLED_LINES, isFilled).flatMap(
    (line) => splitColumns(line, separator)[tokenColumn] ?? [],
  );
  const texts = cells.filter((cell) => splitColumns(cell, ' ').length >= MIN_WORDS_OF_TEXT);
  if (2 * texts.length <= cells.length) return;
  throw new StudioError(
    'BadInput',
    `${file} has a text in each row (column ${tokenColumn + 1}), not a token. Expected one token per row, with its tag. To tag or annotate the texts, save them as a .txt file, one per line.`,
  );
}
