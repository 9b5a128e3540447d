import { StudioError } from '../../lib/errors.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { columnPosition, type Separator, splitColumns } from './columns.ts';
import { ConllLayout } from './conll-lines.ts';
import { refuseSentenceRows } from './other-formats.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';
import { looksLikeRunningText, RunningTextError } from './running-text.ts';

const SEPARATORS: Record<Separator, string> = { '\t': 'tabs', ' ': 'spaces', ',': 'commas', ';': 'semicolons' };

/** Lines from which running text is known. */
const SAMPLED_LINES = 1000;

/** More than any corpus has: a text whose lines were lost. */
const MOST_COLUMNS = 200;

/**
 * CoNLL columns: a token a line, blank lines between sentences. Lines with a wrong number of columns are listed and left out.
 *
 * @param tagColumn from 0; default the last
 */
export function readConll(file: string, lines: readonly string[], problems: ProblemLog, tagColumn?: number): RawCorpus {
  const layout = new ConllLayout(lines, tagColumn);
  refuseSentenceRows(file, lines);
  refuseRunningText(file, layout);
  checkTagColumn(file, layout);
  const labelled = layout.columns > 1;
  const startsSentence = sentenceStarts(layout);
  const sentences: RawSentence[] = [];
  let sentence: RawSentence | undefined;
  let documents = 0;
  let tokenLines = 0;
  let unreadable = 0;
  for (const [i, line] of lines.entries()) {
    const read = layout.read(line, sentence !== undefined);
    if (read.kind === 'token') {
      tokenLines++;
      if (startsSentence(read.columns) || sentence === undefined)
        sentences.push((sentence = { tokens: [], tags: [], lines: [] }));
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
        ...columnFault(line, read.columns, layout),
      });
    } else if (read.kind === 'header') {
      problems.add({ line: i + 1, severity: 'warning', kind: 'header', excerpt: line, message: headerMessage(layout) });
    } else if (read.kind !== 'comment') {
      sentence = undefined;
      if (read.kind === 'document') documents++;
    }
  }
  if (layout.tagColumn < layout.tokenColumn) {
    problems.add({ line: 0, severity: 'warning', kind: 'order', message: `${describeRoles(layout)}: read so.` });
  }
  const total = tokenLines + unreadable;
  problems.doubt(
    unreadable,
    total,
    `${unreadable} of ${total} lines do not have ${layout.columns} columns. Expected one token a line with its columns, and blank lines between sentences.`,
  );
  return { sentences, documents, columns: layout.columns, tagColumn: layout.tagColumn };
}

/** Tells, row after row, whether it begins a sentence by its sentence column: with a value, and another one than before. */
function sentenceStarts({ sentenceColumn }: ConllLayout): (columns: readonly string[]) => boolean {
  if (sentenceColumn === undefined) return () => false;
  let last = '';
  return (columns) => {
    const value = columns[sentenceColumn]!;
    const isOther = value !== '' && value !== last;
    if (isOther) last = value;
    return isOther;
  };
}

function describeRoles({ tokenColumn, tagColumn }: ConllLayout): string {
  return `The words are in column ${tokenColumn + 1}, the tags in column ${tagColumn + 1}`;
}

function headerMessage(layout: ConllLayout): string {
  return `These are names of columns, not a token. ${describeRoles(layout)}.`;
}

function refuseRunningText(file: string, { columns, lines, separator }: ConllLayout): void {
  const filled = lines.slice(0, SAMPLED_LINES).filter((line) => line.trim() !== '');
  const isText = separator === ' ' && looksLikeRunningText(filled.map((line) => splitColumns(line, separator)));
  if (!isText && columns <= MOST_COLUMNS) return;
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
    `The tags of ${file} cannot be in column ${tagColumn} (from 0): it has ${columns} columns, the token in column ${tokenColumn}. Choose another one.`,
  );
}

function columnFault(
  line: string,
  columns: readonly string[],
  layout: ConllLayout,
): { column: number; message: string } {
  const found = `${columns.length} ${columns.length === 1 ? 'column' : 'columns'}`;
  if (columns.length !== layout.columns) {
    const shouldUse =
      layout.separator === '\t' && splitColumns(line, ' ').length === layout.columns
        ? ' This line has spaces where the others have tabs.'
        : '';
    return {
      column: columnPosition(line, layout.separator, Math.min(columns.length, layout.columns)),
      message: `Found ${found}, expected ${layout.columns} separated by ${SEPARATORS[layout.separator]}, as on most lines of this file; the line is left out.${shouldUse}`,
    };
  }
  const empty = columns[layout.tokenColumn] === '' ? layout.tokenColumn : layout.tagColumn;
  const what = empty === layout.tokenColumn ? 'token' : 'tag';
  return {
    column: columnPosition(line, layout.separator, empty),
    message: `Found nothing in column ${empty + 1}, expected a ${what}; the line is left out.`,
  };
}
