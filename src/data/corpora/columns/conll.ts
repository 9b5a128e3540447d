import { StudioError } from '../../../lib/errors.ts';
import type { ColumnLayout, Separator } from '../../column-layout.ts';
import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { LIMITS } from '../../files/limits.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { detectStyle } from '../../tags/tag-detect.ts';
import { columnPosition, splitColumns } from './split-columns.ts';
import { ConllLines } from './conll-lines.ts';
import { conllNames, findInputColumns, FurtherColumns } from './input-columns.ts';
import { rejectOffsetsAlone, rejectRunningText, rejectTexts, reportSeparator } from './no-columns.ts';
import { inferLayout } from '../layout/infer.ts';
import { Losses } from '../layout/losses.ts';
import { TagCells } from '../layout/tag-cells.ts';
import { rejectLinesOfTexts, rejectMentions, rejectSentenceRows } from '../doubts/other-formats.ts';
import { type RawCorpus, SentenceCollector } from '../raw-corpus.ts';
import { formOfColumns } from '../reading-form.ts';
import { SentenceBorders } from '../sentence-borders.ts';

const SEPARATORS: Partial<Record<Separator, string>> = {
  '\t': 'tabs',
  ' ': 'spaces',
  ',': 'commas',
  ';': 'semicolons',
  '|': 'vertical bars',
};

export function nameOf(separator: Separator): string {
  return SEPARATORS[separator] ?? JSON.stringify(separator).slice(1, -1);
}

/**
 * Reads CoNLL columns: one token per line, blank lines between sentences. Skips lines with a wrong number of columns, with an
 * error; if there are many, asks.
 *
 * @param options the layout is inferred, except for the parts that these give
 * @throws StudioError BadInput if the file is a table of sentences or running text, or has no such tag column
 */
export function readConll(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: CorpusOptions = {},
): RawCorpus {
  const { layout, question: asked } = inferLayout(lines, options);
  rejectSentenceRows(file, lines);
  if (layout.separator === '\t' && options.tagColumn === undefined) rejectMentions(file, lines);
  if (layout.separator === ' ' && options.tagColumn === undefined)
    rejectLinesOfTexts(file, lines, layout.items !== undefined);
  rejectRunningText(file, lines, layout);
  rejectTexts(file, lines, layout);
  rejectOffsetsAlone(file, layout);
  checkColumns(file, layout, options);
  const { header, columns: width, tokenColumn, tagColumn, isTagged, documentColumn } = layout;
  const taken = [tokenColumn, ...(isTagged ? [tagColumn] : [])];
  const names = conllNames(header, width);
  const inputs = findInputColumns(options.inputColumns ?? [], names, width, taken, problems);
  const further = new FurtherColumns(names, width, noInputs(layout));
  const borders = new SentenceBorders(layout);
  const cells = new TagCells(layout.tags, tagColumn);
  const collected = new SentenceCollector(file);
  const losses = new Losses();
  const blank = new BlankTokens();
  const reader = new ConllLines(lines, layout);
  let number = 0;
  const end = () => {
    collected.end();
    cells.endSentence();
  };
  const add = (columns: readonly string[]) => {
    if (borders.startsSentence(columns)) end();
    if (columns[tokenColumn] === '') blank.add(number);
    collected.add(
      number,
      columns[tokenColumn]!,
      isTagged ? cells.read(columns) : undefined,
      documentColumn === undefined ? undefined : columns[documentColumn],
    );
    collected.addColumns(inputs, columns);
    further.add(columns);
    if (borders.endsSentence(columns)) end();
  };
  for (const line of lines) {
    number++;
    const read = reader.read(line, collected.isInSentence);
    switch (read.kind) {
      case 'token':
        add(read.columns);
        break;
      case 'sentence':
        read.rows.forEach(add);
        end();
        break;
      case 'unreadable':
        problems.add({
          line: number,
          severity: 'error',
          kind: 'columns',
          excerpt: line,
          ...losses.add(number, columnProblem(line, read.columns, layout)),
        });
        break;
      case 'header':
        problems.add({
          line: number,
          severity: 'warning',
          kind: 'header',
          excerpt: line,
          message: `This line is a header with column names, not a token. ${describeColumns(layout)}.`,
        });
        break;
      case 'comment':
        break;
      case 'blank':
        end();
        break;
      case 'document':
        end();
        collected.borders.mark();
        break;
      default:
        read satisfies never;
    }
  }
  end();
  blank.report(problems);
  if (losses.count === 0) reportOneSentence(collected, problems);
  if (layout.columns === 1) reportSeparator(lines, problems);
  reportChoices(layout, cells, problems);
  const total = collected.tokens + losses.count;
  problems.checkReadable(
    losses.count,
    total,
    `${losses.count} of ${total} lines do not have ${layout.columns} columns. Expected one token per line, and blank lines between sentences.${losses.first}`,
  );
  const { sentences } = collected;
  const style = detectStyle(
    sentences.map(({ tags }) => tags),
    options.scheme,
    layout.outside,
    options.unknown,
  );
  const question: ReadingQuestion | undefined = asked ?? losses.question(total, options);
  return {
    sentences,
    hasDocuments: collected.borders.hasMarks,
    columns: layout.columns,
    tagColumn,
    furtherColumns: further.counted(),
    style,
    layout,
    rows: collected.rows,
    form: formOf(lines, layout, asked, options),
    ...(question && { question }),
  };
}

/** The form of the file, whatever was decided about its reading. */
function formOf(
  lines: Iterable<string>,
  layout: ColumnLayout,
  question: ReadingQuestion | undefined,
  { tokenColumn, tagColumn, outside, columnsAs, scheme }: CorpusOptions,
): string {
  const given = [tokenColumn, tagColumn, outside, columnsAs, scheme];
  if (given.every((part) => part === undefined)) return formOfColumns(layout, question);
  const inferred = inferLayout(lines);
  return formOfColumns(inferred.layout, inferred.question);
}

/** Columns that are not inputs of a model: all but features. */
function noInputs({ roles }: ColumnLayout): number[] {
  return roles.flatMap((role, c) => (role === 'feature' || role === 'ignore' ? [] : c));
}

function describeColumns({ tokenColumn, tagColumn, isTagged }: ColumnLayout): string {
  return `The words are in column ${tokenColumn + 1}${isTagged ? `, the tags in column ${tagColumn + 1}` : ''}`;
}

/** Few sentences are longer. */
const LONG_SENTENCE = 150;

/** Tells that the whole file is one sentence: what separates its sentences may be missing. */
function reportOneSentence({ sentences, tokens }: SentenceCollector, problems: ProblemLog): void {
  if (sentences.length !== 1 || tokens <= LONG_SENTENCE) return;
  const message = `Found no ends of sentences: all ${tokens} tokens were read as one sentence. Leave a blank line after each sentence, or add a column with their numbers.`;
  problems.add({ line: 0, severity: 'warning', kind: 'sentences', message });
}

/** Tells what was chosen where the file allows more than one reading. */
function reportChoices(layout: ColumnLayout, cells: TagCells, problems: ProblemLog): void {
  const { otherLayers, tagColumn, tokenColumn, isTagged, tags } = layout;
  const warn = (kind: string, message: string) => problems.add({ line: 0, severity: 'warning', kind, message });
  if (otherLayers.length > 0) warn('layers', layersMessage(layout));
  if (isTagged && tagColumn < tokenColumn) {
    warn(
      'order',
      `${describeColumns(layout)}, according to their content. Choose another tag column if this is wrong.`,
    );
  }
  if (cells.joined > 0) {
    warn('joined', `${cells.joined} tokens have several tags, separated by ${tags.joined}: the first one was read.`);
  }
  if (tags.hasScores === true)
    warn('scores', 'The tags end in a number from 0 to 1, which was taken off: a probability, not a part of the type.');
  if (cells.nested > 0) warn('nested', `${cells.nested} entities are within other entities: the outer ones were read.`);
}

function layersMessage({ tagColumn, isChosen, otherLayers }: ColumnLayout): string {
  const others = otherLayers.map((column) => column + 1).toSorted((a, b) => a - b);
  const also = others.length === 1 ? `Column ${others[0]} has` : `Columns ${others.join(' and ')} have`;
  return `Column ${tagColumn + 1} was read as the tags, ${isChosen ? 'as chosen' : 'because it has the most entities'}. ${also} tags of the same types. To use another column, choose it as the tag column; it changes for all files with the same columns.`;
}

function checkColumns(
  file: string,
  { columns, isTagged, tagColumn, tokenColumn }: ColumnLayout,
  options: CorpusOptions,
): void {
  const isColumn = (column: number) => Number.isInteger(column) && column >= 0 && column < columns;
  const of = `there are ${columns} columns`;
  if (options.tokenColumn !== undefined && columns > 0 && !isColumn(options.tokenColumn)) {
    throw new StudioError(
      'BadInput',
      `Column ${options.tokenColumn} (from 0) of ${file} cannot be the token column: ${of}. Choose another column.`,
    );
  }
  if (!isTagged || (tagColumn !== tokenColumn && isColumn(tagColumn))) return;
  throw new StudioError(
    'BadInput',
    `Column ${tagColumn} (from 0) of ${file} cannot be the tag column: ${of}, and the tokens are in column ${tokenColumn}. Choose another column.`,
  );
}

function columnProblem(
  line: string,
  columns: readonly string[],
  layout: ColumnLayout,
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
      message: `Found ${found}, expected ${layout.columns} separated by ${nameOf(layout.separator)}, as on most lines of this file; the line was skipped.${hint}`,
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
