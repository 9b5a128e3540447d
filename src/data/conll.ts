import { StudioError } from '../lib/errors.ts';
import { columnPosition, ConllLayout, splitColumns } from './conll-lines.ts';
import type { ProblemLog } from './problem-log.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

/** Share of unreadable lines above which the file as a whole is called in question. */
const DOUBTFUL_SHARE = 0.5;

/** More than any corpus has: a text whose lines were lost. */
const MOST_COLUMNS = 200;

/**
 * CoNLL columns: a token a line, blank lines between sentences. Lines with a wrong number of columns are listed and left out.
 *
 * @param tagColumn from 0; default the last
 */
export function readConll(file: string, lines: readonly string[], problems: ProblemLog, tagColumn?: number): RawCorpus {
  const layout = new ConllLayout(lines, tagColumn);
  refuseRunningText(file, layout);
  checkTagColumn(file, layout);
  const labelled = layout.columns > 1;
  const sentences: RawSentence[] = [];
  let sentence: RawSentence | undefined;
  let documents = 0;
  let tokenLines = 0;
  let unreadable = 0;
  for (const [i, line] of lines.entries()) {
    const read = layout.read(line, sentence !== undefined);
    if (read.kind === 'token') {
      tokenLines++;
      if (sentence === undefined) sentences.push((sentence = { tokens: [], tags: [], lines: [] }));
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
    } else if (read.kind !== 'comment') {
      sentence = undefined;
      if (read.kind === 'document') documents++;
    }
  }
  if (unreadable > DOUBTFUL_SHARE * (tokenLines + unreadable)) {
    problems.add({
      line: 0,
      severity: 'error',
      kind: 'format',
      message: `${unreadable} of ${tokenLines + unreadable} lines do not have ${layout.columns} columns. Expected one token a line with its columns, and blank lines between sentences.`,
    });
  }
  return { sentences, documents, columns: layout.columns, tagColumn: layout.tagColumn };
}

function refuseRunningText(file: string, { columns }: ConllLayout): void {
  if (columns <= MOST_COLUMNS) return;
  throw new StudioError(
    'BadInput',
    `Most lines of ${file} have ${columns} columns. Expected one token a line with its columns, ${MOST_COLUMNS} at most, and blank lines between sentences.`,
  );
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
  const separatedBy = layout.tabs ? 'tabs' : 'spaces';
  if (columns.length !== layout.columns) {
    const shouldUse =
      layout.tabs && splitColumns(line, false).length === layout.columns
        ? ' This line has spaces where the others have tabs.'
        : '';
    return {
      column: columnPosition(line, layout.tabs, Math.min(columns.length, layout.columns)),
      message: `Found ${found}, expected ${layout.columns} separated by ${separatedBy}, as on most lines of this file; the line is left out.${shouldUse}`,
    };
  }
  const empty = columns[layout.tokenColumn] === '' ? layout.tokenColumn : layout.tagColumn;
  const what = empty === layout.tokenColumn ? 'token' : 'tag';
  return {
    column: columnPosition(line, layout.tabs, empty),
    message: `Found nothing in column ${empty + 1}, expected a ${what}; the line is left out.`,
  };
}
