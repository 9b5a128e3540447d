import { isNumber, oddNumber } from '../files/odd-numbers.ts';
import { DecimalScanner, isSeparator } from './decimal.ts';

const RETURN = 13;
const decoder = new TextDecoder();

/** The reason why a line is not a vector. */
export interface LineError {
  kind: 'columns' | 'number';
  message: string;
}

/**
 * Parses lines of a vectors file in place: a word, then `dimensions` numbers. The word may contain separators (as in GloVe
 * 840B), so if the line has too many fields, the numbers are counted from the right.
 */
export class VectorLine {
  /** [E] of the last line. */
  readonly values: Float32Array<ArrayBuffer>;
  /** The last line's word is `bytes[wordStart..wordEnd)`. */
  wordStart = 0;
  wordEnd = 0;
  readonly #scanner = new DecimalScanner();

  constructor(dimensions: number) {
    this.values = new Float32Array(dimensions);
  }

  /**
   * Parses `bytes[start..end)`, without trailing separators. Sets `values`, `wordStart` and `wordEnd`.
   *
   * @returns undefined if the line is valid
   */
  parse(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): LineError | undefined {
    let wordEnd = start;
    while (wordEnd < end && !isSeparator(bytes[wordEnd]!)) wordEnd++;
    this.wordStart = start;
    this.wordEnd = wordEnd;
    this.#scanner.reset(bytes, wordEnd, end);
    if (wordEnd > start && this.#scanner.read(this.values) === this.values.length && this.#scanner.atEnd())
      return undefined;
    return this.#parseFromRight(bytes, start, end);
  }

  #parseFromRight(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): LineError | undefined {
    const dimensions = this.values.length;
    let at = end;
    for (let i = 0; i < dimensions; i++) {
      while (at > start && isSeparator(bytes[at - 1]!)) at--;
      while (at > start && !isSeparator(bytes[at - 1]!)) at--;
    }
    const numbers = at;
    while (at > start && isSeparator(bytes[at - 1]!)) at--;
    if (at === start) return this.#columnsError(bytes, start, end);
    this.wordEnd = at;
    if (endsInNumber(fieldsOf(bytes, start, at))) return this.#columnsError(bytes, start, end);
    this.#scanner.reset(bytes, numbers, end);
    const read = this.#scanner.read(this.values);
    return read === dimensions ? undefined : this.#numberError(bytes, start, end, numbers, read);
  }

  #columnsError(bytes: Uint8Array, start: number, end: number): LineError {
    const found = fieldsOf(bytes, start, end).length;
    const expected = `a word and ${this.values.length} numbers`;
    return { kind: 'columns', message: `Found ${found} fields, expected ${expected}; the line was skipped.` };
  }

  #numberError(bytes: Uint8Array, start: number, end: number, numbers: number, wrong: number): LineError {
    const { length } = this.values;
    if (fieldsOf(bytes, start, end).length !== length + 1) return this.#columnsError(bytes, start, end);
    const found = fieldsOf(bytes, numbers, end)[wrong] ?? '';
    return {
      kind: 'number',
      message: `Number ${wrong + 1} of ${length} is “${found}”, expected a finite decimal number; the line was skipped.`,
    };
  }
}

/** Whether a word of several fields ends in a number that cannot be part of it: the line has more dimensions than others. */
function endsInNumber(word: readonly string[]): boolean {
  const last = word.at(-1)!;
  return word.length > 1 && (oddNumber(last) !== undefined || (isNumber(last) && /[.e]/i.test(last) && last !== '.'));
}

/** The end of a line without its trailing spaces, tabs and carriage return. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && (isSeparator(bytes[end - 1]!) || bytes[end - 1] === RETURN)) end--;
  return end;
}

/** The fields of a line as text. */
export function fieldsOf(bytes: Uint8Array, start: number, end: number): string[] {
  return decoder
    .decode(bytes.subarray(start, end))
    .split(/[ \t]+/)
    .filter((field) => field !== '');
}
