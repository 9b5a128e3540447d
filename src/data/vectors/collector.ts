import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import { oddNumber } from '../files/odd-numbers.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { CompactWriter, type CompactChunk } from './compact.ts';
import { detectLayout, LAYOUT_LINES, type VectorLayout } from './layout.ts';
import { RowParser, TEXT_BYTES } from './row-parser.ts';
import { fieldsOf, trimEnd, VectorLine } from './vector-line.ts';
import type { WordVectors } from './vector-lookup.ts';
import { MAX_DIMENSIONS } from './word2vec.ts';
import { WantedRows } from './wanted-rows.ts';
import { hashBytes } from '../../lib/word-hash.ts';
import { WordIndex } from './word-index.ts';

const NEWLINE = 10;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Bytes of a damaged line that are decoded; `ProblemLog` shortens the excerpt further. */
const EXCERPT_BYTES = 1000;

const decoder = new TextDecoder();

interface CollectorOptions {
  /** For messages. */
  name: string;
  wanted: ReadonlySet<string>;
  /** Minimum number of words, from the start of the file, in the compact copy. */
  compactWords: number;
  problems: ProblemLog;
  /** See `loadRowModule`. Without it, `VectorLine` parses every line, with the same results. */
  module: WebAssembly.Module | undefined;
}

/** Reads the lines of a vectors file. Keeps the wanted vectors, and the offset of every word's line. */
export class VectorCollector {
  /** Undefined until `LAYOUT_LINES` lines were read. */
  layout: VectorLayout | undefined;
  /** Number of lines read, including blank ones. */
  lines = 0;
  readonly index = new WordIndex();
  /** Offset of each word's line, in bytes of the text. */
  readonly starts: number[] = [];
  #firstLines: { bytes: Uint8Array<ArrayBuffer>; start: number }[] | undefined = [];
  /** Offset in the text minus offset in the current bytes. */
  #offset = 0;
  #line = new VectorLine(0);
  #parser: RowParser | undefined;
  #compact: CompactWriter | undefined;
  #compactWords: number;
  readonly #wanted: WantedRows;
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#compactWords = options.compactWords;
    this.#wanted = new WantedRows(options.wanted);
  }

  /** Number of distinct words. */
  get words(): number {
    return this.index.size;
  }

  /** Number of wanted words found so far. */
  get kept(): number {
    return this.#wanted.size;
  }

  get #isCompacting(): boolean {
    return this.words < this.#compactWords;
  }

  /**
   * Reads the lines `bytes[start..end)`, which follow those of the previous call. The last byte is a newline.
   *
   * @throws StudioError BadVectors if the first lines are not vectors
   */
  addLines(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    this.#offset -= start;
    for (let at = start; at < end;) {
      const parser = this.#parser;
      at = parser === undefined ? this.#addLine(bytes, at) : this.#addPiece(parser, bytes, at, end);
    }
    this.#offset += end;
  }

  /**
   * Call after the last line. Reads lines that were buffered to detect the layout, and checks the header.
   *
   * @throws StudioError BadVectors if there are no vectors
   */
  finish(): void {
    this.#readFirstLines();
    if (this.words === 0) throw noVectors(this.#options);
    const header = this.layout?.header;
    if (header !== undefined && header.words !== this.words) {
      this.#options.problems.add({
        line: 1,
        severity: 'warning',
        kind: 'header',
        message: `The header says ${header.words} words, but the file has ${this.words}. The file may be truncated, or damaged lines were skipped.`,
      });
    }
  }

  /** Stops adding to the compact copy. */
  stopCompact(): void {
    this.#compactWords = 0;
  }

  takeChunks(): CompactChunk[] {
    return this.#compact?.take() ?? [];
  }

  takeLastChunks(): CompactChunk[] {
    return this.#compact?.takeLast() ?? [];
  }

  /** The wanted words that the file contains, in the order of the file. */
  vectors(): WordVectors {
    return this.#wanted.vectors(this.layout?.dimensions ?? 0);
  }

  /**
   * Reads as many lines as fit into the parser's memory, at least one.
   *
   * @returns the offset of the next line
   */
  #addPiece(parser: RowParser, bytes: Uint8Array<ArrayBuffer>, start: number, end: number): number {
    const pieceEnd = Math.min(start + TEXT_BYTES, end);
    parser.load(bytes.subarray(start, pieceEnd));
    let at = start;
    while (at < pieceEnd) {
      at = this.#addRows(parser, bytes, start, at);
      if (at === pieceEnd) break;
      const isWhole = bytes.indexOf(NEWLINE, at) < pieceEnd;
      if (!isWhole && at > start) break; // starts the next piece
      at = this.#addLine(bytes, at); // unusual, or too long for the parser
    }
    return at;
  }

  /**
   * Reads usual lines from `at` on. Parses them if they go into the compact copy, otherwise only scans them.
   *
   * @param start offset of the piece that the parser has loaded
   * @returns the offset of the next line
   */
  #addRows(parser: RowParser, bytes: Uint8Array<ArrayBuffer>, start: number, at: number): number {
    const { length } = this.#line.values;
    const copy = this.#isCompacting ? this.#compact : undefined;
    const rows = copy === undefined ? parser.scan(at - start) : parser.parse(at - start);
    let first = 0; // row that is not in the compact copy yet
    for (let row = 0; row < rows; row++) {
      const end = start + parser.endOf(row);
      const hash = parser.hashes[row]!;
      if (this.#addWord(hash, at + this.#offset)) {
        this.lines++;
        const wanted = this.#wanted.find(hash);
        if (wanted >= 0) {
          const vector =
            copy === undefined
              ? this.#parseLine(parser, bytes, start, at, end)
              : parser.values.subarray(row * length, (row + 1) * length);
          this.#wanted.keep(wanted, vector);
        }
      } else {
        copy?.addRows(parser.compact, first, row);
        first = row + 1;
        this.#readLine(bytes, at, end - 1); // reports the duplicate
      }
      at = end;
    }
    copy?.addRows(parser.compact, first, rows);
    return at;
  }

  /** Parses a valid line `[at, end)`. Overwrites the parser's first row. */
  #parseLine(parser: RowParser, bytes: Uint8Array<ArrayBuffer>, start: number, at: number, end: number) {
    const line = this.#line;
    if (parser.parseLine(at - start, end - start)) return parser.values.subarray(0, line.values.length);
    line.parse(bytes, at, trimEnd(bytes, at, end - 1)); // has numbers with many digits
    return line.values;
  }

  /**
   * Reads the line at `start`, or buffers it until the layout is known.
   *
   * @returns the offset of the next line
   */
  #addLine(bytes: Uint8Array<ArrayBuffer>, start: number): number {
    const end = bytes.indexOf(NEWLINE, start);
    if (this.#firstLines === undefined) {
      this.#readLine(bytes, start, end);
    } else {
      const hasMark = this.#firstLines.length === 0 && BYTE_ORDER_MARK.every((byte, i) => bytes[start + i] === byte);
      const from = hasMark ? start + BYTE_ORDER_MARK.length : start;
      this.#firstLines.push({ bytes: bytes.slice(from, end), start: this.#offset + from });
      if (this.#firstLines.length === LAYOUT_LINES) this.#readFirstLines();
    }
    return end + 1;
  }

  #readFirstLines(): void {
    const lines = this.#firstLines;
    if (lines === undefined) return;
    this.#firstLines = undefined;
    const fields = lines
      .map(({ bytes }) => fieldsOf(bytes, 0, trimEnd(bytes, 0, bytes.length)))
      .filter(({ length }) => length > 0);
    this.layout = detectLayout(fields);
    const [first] = lines;
    const line = first === undefined ? '' : decoder.decode(first.bytes);
    if (this.layout === undefined) throw noVectors(this.#options, line);
    const { dimensions, header } = this.layout;
    if (dimensions > MAX_DIMENSIONS) {
      const found = `${this.#options.name} has vectors of ${dimensions} dimensions, at most ${MAX_DIMENSIONS} are read.`;
      throw new StudioError('BadVectors', `${found} Use vectors with fewer dimensions.`);
    }
    this.#line = new VectorLine(dimensions);
    if (this.#options.module !== undefined) this.#parser = new RowParser(this.#options.module, dimensions);
    if (this.#isCompacting) this.#compact = new CompactWriter(dimensions);
    if (header !== undefined) {
      lines.shift();
      this.lines++;
      if (header.dimensions !== dimensions) {
        this.#options.problems.add({
          line: 1,
          severity: 'warning',
          kind: 'header',
          message: `The header says ${header.dimensions} dimensions, but the lines have ${dimensions}; ${dimensions} was used.`,
        });
      }
    }
    for (const { bytes, start } of lines) this.#readLine(bytes, 0, bytes.length, start);
  }

  /** Reads any line. @param offset of the line in the text */
  #readLine(bytes: Uint8Array<ArrayBuffer>, start: number, end: number, offset = start + this.#offset): void {
    this.lines++;
    const last = trimEnd(bytes, start, end);
    if (last === start || this.layout === undefined) return;
    const line = this.#line;
    const error = line.parse(bytes, start, last);
    if (error !== undefined) {
      this.#addProblem({ severity: 'error', ...error }, bytes, start, last);
      return;
    }
    const isCompacting = this.#isCompacting;
    const hash = hashBytes(bytes, line.wordStart, line.wordEnd);
    if (!this.#addWord(hash, offset)) {
      const word = decoder.decode(bytes.subarray(line.wordStart, line.wordEnd));
      const message = `“${word}” occurs again; the first vector was kept.`;
      this.#addProblem({ severity: 'warning', kind: 'duplicate', message }, bytes, start, last);
      return;
    }
    if (isCompacting) this.#compact?.add(line.values);
    const wanted = this.#wanted.find(hash);
    if (wanted >= 0) this.#wanted.keep(wanted, line.values);
  }

  /** @param offset of the word's line in the text @returns false if the word already has a vector */
  #addWord(hash: number, offset: number): boolean {
    if (!this.index.add(hash)) return false;
    this.starts.push(offset);
    return true;
  }

  /** Adds a problem of the last line read, `bytes[start..end)`. */
  #addProblem(problem: Pick<Problem, 'severity' | 'kind' | 'message'>, bytes: Uint8Array, start: number, end: number) {
    const excerpt = decoder.decode(bytes.subarray(start, Math.min(end, start + EXCERPT_BYTES)));
    this.#options.problems.add({ line: this.lines, ...problem, excerpt });
  }
}

/** Characters of a line in a message. */
const SHOWN = 60;

/** @param line the first one, if there are no vectors in the first lines */
function noVectors({ name, problems: { problems } }: CollectorOptions, line = ''): StudioError {
  const first = problems.find(({ line }) => line > 0);
  const odd = first?.excerpt?.split(/[ \t]+/).find((field, i) => i > 0 && oddNumber(field) !== undefined);
  if (odd !== undefined) {
    return new StudioError(
      'BadVectors',
      `${name} has ${oddNumber(odd)}, such as ${odd.slice(0, 20)} in line ${first!.line}. Expected numbers with a decimal point, such as -0.25. Write the vectors again in this form.`,
    );
  }
  const beginning = line.trim().slice(0, SHOWN);
  const isText = beginning !== '' && !/[\p{Cc}\uFFFD]/u.test(beginning.replaceAll('\t', ' '));
  const begins = isText ? `; the first one begins with “${beginning}”` : '';
  const found = first === undefined ? `no line ends with numbers${begins}` : `line ${first.line}: ${first.message}`;
  const fileProblems = problems.filter(({ line }) => line === 0).map(({ message }) => ` ${message}`);
  return new StudioError(
    'BadVectors',
    `${name} does not contain word vectors (${found}). Expected one line per word: the word and its numbers, separated by spaces. ` +
      `Convert binary vectors to text.${fileProblems.join('')}`,
  );
}
