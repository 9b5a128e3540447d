import { StudioError } from '../../lib/errors.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { DocumentBorders } from './document-borders.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

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
  const columns = line.split('\t');
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
  lines: readonly string[],
  problems: ProblemLog,
  tagColumn: number = CONLLU.upos,
): RawCorpus {
  if (!Number.isInteger(tagColumn) || tagColumn <= CONLLU.form || tagColumn >= CONLLU.columns) {
    throw new StudioError(
      'BadInput',
      `Column ${tagColumn} (from 0) of ${file} cannot be the tag column: CoNLL-U has tags in columns 2 to 9. Choose another column.`,
    );
  }
  const sentences: RawSentence[] = [];
  let sentence: RawSentence | undefined;
  const borders = new DocumentBorders();
  let tokenLines = 0;
  let unreadable = 0;
  for (const [i, line] of lines.entries()) {
    const read = readConlluLine(line);
    if (read.kind === 'token') {
      tokenLines++;
      if (sentence === undefined) {
        sentences.push((sentence = { tokens: [], tags: [], lines: [], document: borders.ofSentence() }));
      }
      sentence.tokens.push(read.columns[CONLLU.form]!);
      sentence.tags.push(read.columns[tagColumn]!);
      sentence.lines.push(i + 1);
    } else if (read.kind === 'unreadable') {
      unreadable++;
      problems.add({
        line: i + 1,
        severity: 'error',
        kind: 'columns',
        excerpt: line,
        ...lineProblem(line, read.columns),
      });
    } else if (read.kind === 'blank') {
      sentence = undefined;
    } else if (read.kind === 'document') {
      borders.mark();
    }
  }
  const total = tokenLines + unreadable;
  problems.checkReadable(
    unreadable,
    total,
    `Read as CoNLL-U, ${unreadable} of ${total} lines are not tokens. Expected ${CONLLU.columns} columns separated by tabs, and blank lines between sentences.`,
  );
  const isTagged = sentences.some(({ tags }) => tags.some((tag) => tag !== '_'));
  if (!isTagged) for (const untagged of sentences) untagged.tags = [];
  return { sentences, hasDocuments: borders.hasMarks, columns: CONLLU.columns, tagColumn };
}

/** Whether the first line that is not a comment is a CoNLL-U token. */
export function looksLikeConllu(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#'));
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
