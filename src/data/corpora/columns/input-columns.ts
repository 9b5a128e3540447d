import { StudioError } from '../../../lib/errors.ts';
import type { Corpus, FurtherColumn, Problem } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';

/** A column that is read besides tokens and tags. */
export interface InputColumn {
  name: string;
  /** From 0. */
  index: number;
}

/** Names of the ten columns of CoNLL-U. */
export const CONLLU_NAMES = ['id', 'form', 'lemma', 'upos', 'xpos', 'feats', 'head', 'deprel', 'deps', 'misc'];

/** Column names of CoNLL-2003, which has no header. */
const CONLL_2003_NAMES = ['token', 'pos', 'chunk', 'tag'];

/** CoNLL-U columns whose values describe the word itself. */
export const CONLLU_INPUTS = ['lemma', 'upos', 'xpos', 'feats', 'deprel'];

/** Column names of a CoNLL file. @param header the first line, if it is a header */
export function conllNames(header: readonly string[] | undefined, columns: number): readonly string[] {
  return header ?? (columns === CONLL_2003_NAMES.length ? CONLL_2003_NAMES : []);
}

/** The normalized name of a column, the same in every format: lower case, without a `_tags` suffix (`pos_tags` is `pos`). */
export function columnName(written: string): string {
  return written.toLowerCase().replace(/(?<=.)[_ -]tags?$/, '');
}

/** Index of a column: the first with this name (ignoring case), otherwise the first with the same normalized name; -1 if none. */
export function indexOfColumn(wanted: string, names: readonly string[]): number {
  const exact = names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase());
  return exact >= 0 ? exact : names.findIndex((name) => columnName(name) === columnName(wanted));
}

/** Removes column names that equal an earlier one, ignoring case. */
export function distinctNames(names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  return names.filter((_, i) => lower.indexOf(lower[i]!) === i);
}

/** @param known a sentence that lists the available columns */
export function unknownColumn(name: string, isTaken: boolean, known: string): Omit<Problem, 'file'> {
  const reason = isTaken ? 'has the tokens or the tags' : 'is not in this file';
  const message = `The column ${name} ${reason}, so it is unknown for all tokens. ${known}.`;
  return { line: 0, severity: 'warning', kind: 'input-columns', message };
}

/**
 * @param wanted columns that a model is to be trained with
 * @throws StudioError BadInput if a training file lacks one of them
 */
export function requireInputColumns(
  { file, problems, sentences }: Pick<Corpus, 'file' | 'problems' | 'sentences'>,
  wanted: readonly string[],
): void {
  const missing = wanted.filter((name) => sentences[0]?.columns?.[name.toLowerCase()] === undefined);
  if (missing.length === 0) return;
  const { message } = problems.find(({ kind }) => kind === 'input-columns') ?? { message: '' };
  throw new StudioError('BadInput', `${file} has no column ${missing.join(', ')} to train with. ${message}`.trim());
}

/**
 * Finds columns by name, or by number from 0. Reports a problem for missing columns, and for those of tokens or tags.
 *
 * @param names of the file's columns @param taken columns of tokens and tags
 */
export function findInputColumns(
  wanted: readonly string[],
  names: readonly string[],
  columns: number,
  taken: readonly number[],
  problems: ProblemLog,
): InputColumn[] {
  return distinctNames(wanted).flatMap((name) => {
    const named = indexOfColumn(name, names);
    const index = named < 0 && /^\d+$/.test(name) ? Number(name) : named;
    if (index >= 0 && index < columns && !taken.includes(index)) return [{ name: name.toLowerCase(), index }];
    const others = names.filter((_, i) => !taken.includes(i));
    const known =
      others.length > 0 ? `Its other columns are ${others.join(', ')}` : `It has ${columns} columns, from 0`;
    problems.add(unknownColumn(name, taken.includes(index), known));
    return [];
  });
}

/** Maximum number of values counted per column. */
const MOST_VALUES = 1000;
/** Maximum number of columns counted per file. */
const MOST_COLUMNS = 30;

/** Counts the distinct values of a column. */
export class CountedColumn {
  readonly #name: string;
  readonly #values = new Set<string>();

  /** @param written its name in the file */
  constructor(written: string) {
    this.#name = columnName(written);
  }

  add(value: string): void {
    if (this.#values.size <= MOST_VALUES) this.#values.add(value);
  }

  get counted(): FurtherColumn {
    const { size } = this.#values;
    return { name: this.#name, values: size > MOST_VALUES ? undefined : size };
  }
}

/** Columns of a file besides tokens and tags. The first of several columns with the same name is kept. */
export function countedColumns(columns: readonly CountedColumn[]): FurtherColumn[] {
  return columns
    .slice(0, MOST_COLUMNS)
    .map(({ counted }) => counted)
    .filter(({ name }, i, all) => all.findIndex((other) => other.name === name) === i);
}

/** Counts the values of the columns that can be inputs. */
export class FurtherColumns {
  readonly #columns: { index: number; column: CountedColumn }[];

  /** @param names of the columns @param taken columns that cannot be inputs, such as the token column */
  constructor(names: readonly string[], columns: number, taken: readonly (number | undefined)[]) {
    this.#columns = Array.from({ length: columns }, (_, index) => index)
      .filter((index) => !taken.includes(index))
      .slice(0, MOST_COLUMNS)
      .map((index) => ({ index, column: new CountedColumn(names[index] || String(index)) }));
  }

  /** Adds the column values of a token. */
  add(values: readonly string[]): void {
    for (const { index, column } of this.#columns) column.add(values[index] ?? '');
  }

  counted(): FurtherColumn[] {
    return countedColumns(this.#columns.map(({ column }) => column));
  }
}
