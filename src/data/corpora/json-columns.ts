import type { FurtherColumn } from '../corpus.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { CountedColumn, countedColumns, distinctNames, indexOfColumn, unknownColumn } from './input-columns.ts';
import { type LabelNames, readLabels } from './json-labels.ts';
import type { JsonObject } from './json-values.ts';
import type { RawSentence } from './raw-corpus.ts';

/** A column that is asked for. */
interface WantedColumn {
  /** As asked for. */
  written: string;
  name: string;
  /** In at least one object. */
  isFound: boolean;
  /** Whether its field has the tokens or the tags. */
  isTaken: boolean;
  /** Sentences whose field cannot be read, which has been reported. */
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
   * Reads the columns of a sentence from its object. A column without one value per token is a problem, and unknown there.
   *
   * @param taken fields that have the tokens, the tags, or names
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

  /** Completes the columns of all sentences, so that each has the same, and reports those that lack one. */
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

  /** Of arrays that are as long as the sentence by chance, most do not fit. */
  #counted(): FurtherColumn[] {
    const fields = [...this.#fields.values()].filter(({ fits, misfits }) => fits > misfits);
    return countedColumns(fields.map(({ column }) => column));
  }
}
