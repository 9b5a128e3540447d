import type { FurtherColumn } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import {
  CountedColumn,
  countedColumns,
  distinctNames,
  indexOfColumn,
  unknownColumn,
} from '../columns/input-columns.ts';
import { type LabelNames, readLabels } from './labels.ts';
import type { JsonObject } from './values.ts';
import type { RawSentence } from '../raw-corpus.ts';

/** A requested column. */
interface WantedColumn {
  /** Name as requested. */
  written: string;
  name: string;
  /** Whether at least one object has it. */
  isFound: boolean;
  /** Whether the field contains the tokens or the tags. */
  isTaken: boolean;
  /** Sentences whose field cannot be read; already reported. */
  unreadable: Set<RawSentence>;
}

/** A field that is an array, and in how many sentences it has one value per token. */
interface ArrayField {
  column: CountedColumn;
  fits: number;
  misfits: number;
}

/** Reads fields with one value per token as further columns of the sentences, and counts those that can be inputs. */
export class JsonColumns {
  readonly #wanted: readonly WantedColumn[];
  readonly #noInputs: readonly string[];
  readonly #problems: ProblemLog;
  readonly #fields = new Map<string, ArrayField>();

  /** @param noInputs fields that are not counted, because they have tags */
  constructor(wanted: readonly string[], noInputs: readonly string[], problems: ProblemLog) {
    this.#wanted = distinctNames(wanted).map((written) => {
      return { written, name: written.toLowerCase(), isFound: false, isTaken: false, unreadable: new Set() };
    });
    this.#noInputs = noInputs;
    this.#problems = problems;
  }

  /**
   * Reads the columns of a sentence from its object. Reports a column without one value per token, and treats it as unknown.
   *
   * @param taken fields of the tokens, the tags or names
   */
  read(sentence: RawSentence, record: JsonObject, names: LabelNames, taken: readonly string[]): void {
    const { tokens, lines } = sentence;
    if (tokens.length === 0) return;
    const fields = Object.keys(record).filter((field) => !taken.includes(field));
    for (const field of fields) this.#count(field, record[field], tokens.length, names);
    for (const wanted of this.#wanted) {
      const field = fields[indexOfColumn(wanted.written, fields)];
      const value = field === undefined ? undefined : record[field];
      if (field === undefined) wanted.isTaken ||= indexOfColumn(wanted.written, taken) >= 0;
      if (field === undefined || value === undefined || value === null) continue;
      const values = readLabels(field, value, tokens.length, names.get(field));
      if (typeof values !== 'string') {
        (sentence.columns ??= {})[wanted.name] = values;
        wanted.isFound = true;
        continue;
      }
      wanted.unreadable.add(sentence);
      this.#problems.add({
        line: lines[0]!,
        severity: 'error',
        kind: 'input-columns',
        message: `${values} The column ${wanted.name} is unknown in this sentence; correct the array.`,
        excerpt: JSON.stringify(record),
      });
    }
  }

  /** Completes the columns, so that all sentences have the same ones, and reports the sentences that lack one. */
  end(sentences: readonly RawSentence[]): FurtherColumn[] {
    const counted = this.#counted();
    const known =
      counted.length > 0
        ? `Its other columns are ${counted.map(({ name }) => name).join(', ')}`
        : 'Its objects have no other arrays with one value per token';
    for (const wanted of this.#wanted) {
      if (wanted.isFound) this.#complete(wanted, sentences);
      else this.#problems.add(unknownColumn(wanted.written, wanted.isTaken, known));
    }
    return counted;
  }

  #complete({ name, unreadable }: WantedColumn, sentences: readonly RawSentence[]): void {
    for (const sentence of sentences) {
      const { tokens, lines } = sentence;
      const columns = (sentence.columns ??= {});
      if (Object.hasOwn(columns, name)) continue;
      columns[name] = tokens.map(() => '');
      if (tokens.length === 0 || unreadable.has(sentence)) continue;
      const message = `Found no ${name} for these tokens, expected an array with ${tokens.length} values, one per token. The column ${name} is unknown in this sentence; add the array if its values are known.`;
      this.#problems.add({ line: lines[0]!, severity: 'warning', kind: 'input-columns', message });
    }
  }

  #count(field: string, value: unknown, length: number, names: LabelNames): void {
    if (!Array.isArray(value) || this.#noInputs.includes(field)) return;
    const counted = this.#fields.get(field) ?? { column: new CountedColumn(field), fits: 0, misfits: 0 };
    this.#fields.set(field, counted);
    const values = readLabels(field, value, length, names.get(field));
    if (typeof values === 'string') counted.misfits++;
    else {
      counted.fits++;
      for (const one of values) counted.column.add(one);
    }
  }

  /** Requires most arrays of a field to match: a single one may have the length of the sentence by chance. */
  #counted(): FurtherColumn[] {
    const fields = [...this.#fields.values()].filter(({ fits, misfits }) => fits > misfits);
    return countedColumns(fields.map(({ column }) => column));
  }
}
