import { StudioError } from '../../lib/errors.ts';
import type { Corpus, FurtherColumn, Problem } from '../corpus.ts';
import type { ProblemLog } from '../files/problem-log.ts';

/** A column that is read besides tokens and tags. */
export interface InputColumn {
  name: string;
  /** From 0. */
  index: number;
}

/** The names of the ten columns of CoNLL-U. */
export const CONLLU_NAMES = ['id', 'form', 'lemma', 'upos', 'xpos', 'feats', 'head', 'deprel', 'deps', 'misc'];

/** Of CoNLL-2003, which has no header. */
const CONLL_2003_NAMES = ['token', 'pos', 'chunk', 'tag'];

/** Of CoNLL-U, those whose values say something of a word by themselves. */
export const CONLLU_INPUTS = ['lemma', 'upos', 'xpos', 'feats', 'deprel'];

/** What the columns of a CoNLL file are called. @param header its first line, if that is one */
export function conllNames(header: readonly string[] | undefined, columns: number): readonly string[] {
  return header ?? (columns === CONLL_2003_NAMES.length ? CONLL_2003_NAMES : []);
}

/** What a column is called in every format: in lower case, and `pos` also where `pos_tags` is written. */
export function columnName(written: string): string {
  return written.toLowerCase().replace(/(?<=.)[_ -]tags?$/, '');
}

/** Index of a column among names: of the one that is written so, in any case, or else of one that is called so; -1 if there is none. */
export function indexOfColumn(wanted: string, names: readonly string[]): number {
  const exact = names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase());
  return exact >= 0 ? exact : names.findIndex((name) => columnName(name) === columnName(wanted));
}

/** Names of columns without those that differ from an earlier one only in case. */
export function distinctNames(names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  return names.filter((_, i) => lower.indexOf(lower[i]!) === i);
}

/** @param known columns that there are instead, as a sentence */
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
 * Finds columns by name, or by number from 0. Those that there are not, or that have the tokens or tags, are a problem of the file.
 *
 * @param names of its columns @param taken columns of tokens and tags
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

/** Values of a column that are counted. */
const MOST_VALUES = 1000;
/** Of a file. */
const MOST_COLUMNS = 30;

/** Counts the values of a column. */
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

/** What a file has besides tokens and tags. Of columns of the same name, the first one counts. */
export function countedColumns(columns: readonly CountedColumn[]): FurtherColumn[] {
  return columns
    .slice(0, MOST_COLUMNS)
    .map(({ counted }) => counted)
    .filter(({ name }, i, all) => all.findIndex((other) => other.name === name) === i);
}

/** Counts the values of the columns of rows that can be inputs. */
export class FurtherColumns {
  readonly #columns: { index: number; column: CountedColumn }[];

  /** @param names of the columns @param taken columns that cannot be inputs, such as that of the tokens */
  constructor(names: readonly string[], columns: number, taken: readonly (number | undefined)[]) {
    this.#columns = Array.from({ length: columns }, (_, index) => index)
      .filter((index) => !taken.includes(index))
      .slice(0, MOST_COLUMNS)
      .map((index) => ({ index, column: new CountedColumn(names[index] || String(index)) }));
  }

  /** Values of a token. */
  add(values: readonly string[]): void {
    for (const { index, column } of this.#columns) column.add(values[index] ?? '');
  }

  counted(): FurtherColumn[] {
    return countedColumns(this.#columns.map(({ column }) => column));
  }
}
