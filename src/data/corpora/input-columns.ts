import type { FurtherColumn } from '../corpus.ts';
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

/**
 * Finds columns by name, in any case, or by number from 0. Those that there are not, or that have the tokens or tags, are a problem of the file.
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
  return wanted.flatMap((name) => {
    const named = names.findIndex((other) => other.toLowerCase() === name.toLowerCase());
    const index = named < 0 && /^\d+$/.test(name) ? Number(name) : named;
    if (index >= 0 && index < columns && !taken.includes(index)) return [{ name: name.toLowerCase(), index }];
    const known = names.filter((_, i) => !taken.includes(i));
    const those = known.length > 0 ? `Its other columns are ${known.join(', ')}` : `It has ${columns} columns, from 0`;
    const reason = taken.includes(index) ? 'has the tokens or the tags' : 'is not in this file';
    const message = `The column ${name} ${reason}, so it is unknown for all tokens. ${those}.`;
    problems.add({ line: 0, severity: 'warning', kind: 'input-columns', message });
    return [];
  });
}

/** Values of a column that are counted. */
const MOST_VALUES = 1000;
/** Of a file. */
const MOST_COLUMNS = 30;

/** Counts the values of the columns that can be inputs. */
export class FurtherColumns {
  readonly #columns: { name: string; index: number; values: Set<string> }[];

  /** @param names of the columns @param taken columns that cannot be inputs, such as that of the tokens */
  constructor(names: readonly string[], columns: number, taken: readonly (number | undefined)[]) {
    const indices = Array.from({ length: columns }, (_, index) => index).filter((index) => !taken.includes(index));
    this.#columns = indices
      .slice(0, MOST_COLUMNS)
      .map((index) => ({ name: names[index]?.toLowerCase() || String(index), index, values: new Set<string>() }))
      .filter(({ name }, i, all) => all.findIndex((other) => other.name === name) === i);
  }

  /** Values of a token. */
  add(values: readonly string[]): void {
    for (const { index, values: known } of this.#columns) if (known.size <= MOST_VALUES) known.add(values[index] ?? '');
  }

  counted(): FurtherColumn[] {
    return this.#columns.map(({ name, values: { size } }) => ({ name, values: size > MOST_VALUES ? undefined : size }));
  }
}
