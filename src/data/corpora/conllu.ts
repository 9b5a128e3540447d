import { StudioError } from '../../lib/errors.ts';
import { LIMITS } from '../files/limits.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { firstLines, isFilled } from '../files/text-lines.ts';
import { CONLLU_INPUTS, CONLLU_NAMES, findInputColumns, FurtherColumns } from './input-columns.ts';
import { type RawCorpus, SentenceCollector } from './raw-corpus.ts';

/** Number of columns, and the indices of some, from 0. */
export const CONLLU = { columns: 10, form: 1, upos: 3, misc: 9 } as const;

export type ConlluLine =
  | { kind: 'blank' | 'comment' | 'document' }
  /** A multiword token (`3-4`) or an empty node (`3.1`); neither is a token of the sentence. */
  | { kind: 'range' }
  | { kind: 'token'; columns: string[] }
  | { kind: 'unreadable'; columns: string[] };

/** Parses a line of CoNLL-U. Columns are separated by single tabs; forms may contain spaces. */
export function readConlluLine(line: string): ConlluLine {
  if (line.trim() === '') return { kind: 'blank' };
  if (line.startsWith('#')) return { kind: /^#\s*newdoc\b/.test(line) ? 'document' : 'comment' };
  const columns = line.split('\t', LIMITS.columns.max + 1);
  if (columns.length !== CONLLU.columns) return { kind: 'unreadable', columns };
  const id = columns[0]!;
  if (/^\d+$/.test(id)) return { kind: 'token', columns };
  return /^\d+[-.]\d+$/.test(id) ? { kind: 'range' } : { kind: 'unreadable', columns };
}

/**
 * Reads CoNLL-U (universaldependencies.org/format.html): FORM as token, UPOS as tag.
 *
 * @param tagColumn from 0; default: UPOS
 * @throws StudioError BadInput if there cannot be tags in `tagColumn`
 */
export function readConllu(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  tagColumn: number = CONLLU.upos,
  inputColumns: readonly string[] = [],
): RawCorpus {
  if (!Number.isInteger(tagColumn) || tagColumn <= CONLLU.form || tagColumn >= CONLLU.columns) {
    throw new StudioError(
      'BadInput',
      `Column ${tagColumn} (from 0) of ${file} cannot be the tag column: CoNLL-U has tags in columns 2 to 9. Choose another column.`,
    );
  }
  const taken = [CONLLU.form, tagColumn];
  const inputs = findInputColumns(inputColumns, CONLLU_NAMES, CONLLU.columns, taken, problems);
  const noInputs = CONLLU_NAMES.flatMap((name, index) => (CONLLU_INPUTS.includes(name) ? [] : [index]));
  const further = new FurtherColumns(CONLLU_NAMES, CONLLU.columns, [...taken, ...noInputs]);
  const collected = new SentenceCollector(file);
  let unreadable = 0;
  let number = 0;
  for (const line of lines) {
    number++;
    const read = readConlluLine(line);
    if (read.kind === 'token') {
      collected.add(number, read.columns[CONLLU.form]!, read.columns[tagColumn]!);
      collected.addColumns(inputs, read.columns);
      further.add(read.columns);
    } else if (read.kind === 'unreadable') {
      unreadable++;
      problems.add({
        line: number,
        severity: 'error',
        kind: 'columns',
        excerpt: line,
        ...lineProblem(line, read.columns),
      });
    } else if (read.kind === 'blank') {
      collected.end();
    } else if (read.kind === 'document') {
      collected.borders.mark();
    }
  }
  collected.end();
  const { sentences, tokens } = collected;
  const total = tokens + unreadable;
  problems.checkReadable(
    unreadable,
    total,
    `Read as CoNLL-U, ${unreadable} of ${total} lines are not tokens. Expected ${CONLLU.columns} columns separated by tabs, and blank lines between sentences.`,
  );
  const isTagged = sentences.some(({ tags }) => tags.some((tag) => tag !== '_'));
  if (!isTagged) for (const untagged of sentences) untagged.tags = [];
  return {
    sentences,
    hasDocuments: collected.borders.hasMarks,
    columns: CONLLU.columns,
    tagColumn,
    furtherColumns: further.counted(),
  };
}

/** Whether the first line that is not a comment is a CoNLL-U token. */
export function looksLikeConllu(lines: Iterable<string>): boolean {
  const [first] = firstLines(lines, 1, (line) => isFilled(line) && !line.startsWith('#'));
  return first !== undefined && ['token', 'range'].includes(readConlluLine(first).kind);
}

function lineProblem(line: string, columns: readonly string[]): { column: number; message: string } {
  if (columns.length === CONLLU.columns) {
    return {
      column: 1,
      message: `Found the ID ${columns[0]}, expected a number, a range (3-4) or an empty node (3.1); the line was skipped.`,
    };
  }
  const found = columns.length === 1 ? '1 column' : `${columns.length} columns`;
  const position = columns.slice(0, CONLLU.columns).join('\t').length + 1;
  return {
    column: Math.min(position + 1, line.length + 1),
    message: `Found ${found}, expected ${CONLLU.columns} separated by tabs; the line was skipped.`,
  };
}
