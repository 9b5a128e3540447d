import { StudioError } from '../../lib/errors.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

/** CoNLL-U's columns, from 0. */
export const CONLLU = { columns: 10, form: 1, upos: 3, misc: 9 } as const;

export type ConlluLine =
  | { kind: 'blank' | 'comment' | 'document' }
  /** A multiword range (`3-4`) or an empty node (`3.1`): no token of its own. */
  | { kind: 'range' }
  | { kind: 'token'; columns: string[] }
  | { kind: 'unreadable'; columns: string[] };

/** One line of CoNLL-U: columns are separated by single tabs, forms may hold spaces. */
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
 * Universal Dependencies' format (universaldependencies.org/format.html): FORM, and UPOS for a tag.
 *
 * @param tagColumn from 0; default UPOS
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
      `The tags of ${file} cannot be in column ${tagColumn} (from 0): CoNLL-U has tags in columns 2 to 9.`,
    );
  }
  const sentences: RawSentence[] = [];
  let sentence: RawSentence | undefined;
  let documents = 0;
  let tokenLines = 0;
  let unreadable = 0;
  for (const [i, line] of lines.entries()) {
    const read = readConlluLine(line);
    if (read.kind === 'token') {
      tokenLines++;
      if (sentence === undefined) sentences.push((sentence = { tokens: [], tags: [], lines: [] }));
      sentence.tokens.push(read.columns[CONLLU.form]!);
      sentence.tags.push(read.columns[tagColumn]!);
      sentence.lines.push(i + 1);
    } else if (read.kind === 'unreadable') {
      unreadable++;
      problems.add({ line: i + 1, severity: 'error', kind: 'columns', excerpt: line, ...fault(line, read.columns) });
    } else if (read.kind === 'blank') {
      sentence = undefined;
    } else if (read.kind === 'document') {
      documents++;
    }
  }
  const total = tokenLines + unreadable;
  problems.doubt(
    unreadable,
    total,
    `Read as CoNLL-U, ${unreadable} of ${total} lines are no tokens. Expected ${CONLLU.columns} columns separated by tabs, and blank lines between sentences.`,
  );
  const labelled = sentences.some(({ tags }) => tags.some((tag) => tag !== '_'));
  if (!labelled) for (const unlabelled of sentences) unlabelled.tags = [];
  return { sentences, documents, columns: CONLLU.columns, tagColumn };
}

/** Whether the first token line is one of CoNLL-U. */
export function looksLikeConllu(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#'));
  return first !== undefined && ['token', 'range'].includes(readConlluLine(first).kind);
}

function fault(line: string, columns: readonly string[]): { column: number; message: string } {
  if (columns.length === CONLLU.columns) {
    return {
      column: 1,
      message: `Found the ID ${columns[0]}, expected a number, a range (3-4) or an empty node (3.1); the line is left out.`,
    };
  }
  const found = columns.length === 1 ? '1 column' : `${columns.length} columns`;
  const position = columns.slice(0, CONLLU.columns).join('\t').length + 1;
  return {
    column: Math.min(position + 1, line.length + 1),
    message: `Found ${found}, expected ${CONLLU.columns} separated by tabs; the line is left out.`,
  };
}
