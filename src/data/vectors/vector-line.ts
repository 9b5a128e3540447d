import { DecimalScanner, isSeparator } from './decimal.ts';

const RETURN = 13;
const decoder = new TextDecoder();

/** Why a line holds no vector. */
export interface LineFault {
  kind: 'columns' | 'number';
  message: string;
}

/**
 * One line of a vectors file, parsed in place: a word, then `dimensions` numbers. The word may hold separators itself (GloVe
 * 840B has such), so where the plain reading fails, the numbers are counted from the right.
 */
export class VectorLine {
  /** [E] of the last line parsed. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Where the last line's word stands in its bytes. */
  wordStart = 0;
  wordEnd = 0;
  private readonly scanner = new DecimalScanner();

  constructor(dimensions: number) {
    this.values = new Float32Array(dimensions);
  }

  /** Parses `bytes[start..end)`; without a fault, `values` and the word's place are set. Lines end without blanks. */
  parse(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): LineFault | undefined {
    let wordEnd = start;
    while (wordEnd < end && !isSeparator(bytes[wordEnd]!)) wordEnd++;
    this.wordStart = start;
    this.wordEnd = wordEnd;
    this.scanner.reset(bytes, wordEnd, end);
    if (wordEnd > start && this.scanner.read(this.values) === this.values.length && this.scanner.atEnd())
      return undefined;
    return this.parseFromRight(bytes, start, end);
  }

  private parseFromRight(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): LineFault | undefined {
    const dimensions = this.values.length;
    let at = end;
    for (let i = 0; i < dimensions; i++) {
      while (at > start && isSeparator(bytes[at - 1]!)) at--;
      while (at > start && !isSeparator(bytes[at - 1]!)) at--;
    }
    const numbers = at;
    while (at > start && isSeparator(bytes[at - 1]!)) at--;
    if (at === start) return this.columnsFault(bytes, start, end);
    this.wordEnd = at;
    this.scanner.reset(bytes, numbers, end);
    const read = this.scanner.read(this.values);
    return read === dimensions ? undefined : this.numberFault(bytes, start, end, numbers, read);
  }

  private columnsFault(bytes: Uint8Array, start: number, end: number): LineFault {
    const found = fieldsOf(bytes, start, end).length;
    const expected = `a word and ${this.values.length} numbers`;
    return { kind: 'columns', message: `Found ${found} fields, expected ${expected}. The line is left out.` };
  }

  private numberFault(bytes: Uint8Array, start: number, end: number, numbers: number, wrong: number): LineFault {
    const { length } = this.values;
    if (fieldsOf(bytes, start, end).length !== length + 1) return this.columnsFault(bytes, start, end);
    const found = fieldsOf(bytes, numbers, end)[wrong] ?? '';
    return {
      kind: 'number',
      message: `Number ${wrong + 1} of ${length} is “${found}”, expected a finite decimal number. The line is left out.`,
    };
  }
}

/** Where a line ends once its blanks and carriage return are off. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && (isSeparator(bytes[end - 1]!) || bytes[end - 1] === RETURN)) end--;
  return end;
}

/** The line's fields as text. */
export function fieldsOf(bytes: Uint8Array, start: number, end: number): string[] {
  return decoder
    .decode(bytes.subarray(start, end))
    .split(/[ \t]+/)
    .filter((field) => field !== '');
}
