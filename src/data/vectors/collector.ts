import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { CompactWriter, type CompactChunk } from './compact.ts';
import { detectLayout, LAYOUT_LINES, type VectorLayout } from './layout.ts';
import { RowParser, TEXT_BYTES } from './row-parser.ts';
import { fieldsOf, trimEnd, VectorLine } from './vector-line.ts';
import type { WordVectors } from './vector-lookup.ts';
import { WantedRows } from './wanted-rows.ts';
import { hashBytes, WordIndex } from './word-index.ts';

const NEWLINE = 10;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Of a damaged line; the log cuts it further. */
const EXCERPT_BYTES = 1000;

const decoder = new TextDecoder();

interface CollectorOptions {
  /** For messages. */
  name: string;
  wanted: ReadonlySet<string>;
  /** How many words at least go into a compact copy: the first. */
  compactWords: number;
  problems: ProblemLog;
  /** What reads the usual lines (`loadRowModule`). Without it `VectorLine` reads every line, to the same values. */
  module: WebAssembly.Module | undefined;
}

/** Takes the lines of a vectors file: keeps the vectors that are wanted, and of every word where its line stands. */
export class VectorCollector {
  /** Known once the first lines were seen. */
  layout: VectorLayout | undefined;
  /** Lines seen, blank ones too. */
  lines = 0;
  readonly index = new WordIndex();
  /** Where the line of each word begins, in bytes of the text. */
  readonly starts: number[] = [];
  private firstLines: { bytes: Uint8Array<ArrayBuffer>; start: number }[] | undefined = [];
  /** What to add to a place in the lines at hand for its place in the text. */
  private offset = 0;
  private line = new VectorLine(0);
  private parser: RowParser | undefined;
  private compact: CompactWriter | undefined;
  private compactWords: number;
  private readonly wanted: WantedRows;
  private readonly options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.options = options;
    this.compactWords = options.compactWords;
    this.wanted = new WantedRows(options.wanted);
  }

  /** Vectors found, duplicates not counted. */
  get words(): number {
    return this.index.size;
  }

  /** Words kept so far. */
  get kept(): number {
    return this.wanted.size;
  }

  private get isCompacting(): boolean {
    return this.words < this.compactWords;
  }

  /**
   * Takes whole lines, `bytes[start..end)`, the last byte a newline; those of one call follow those of the call before.
   * Fails with `BadVectors` where the first lines are no vectors.
   */
  addLines(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    this.offset -= start;
    for (let at = start; at < end;) {
      const { parser } = this;
      at = parser === undefined ? this.addLine(bytes, at) : this.addPiece(parser, bytes, at, end);
    }
    this.offset += end;
  }

  /**
   * After the last line: reads what was still waiting, and compares the header. Fails with `BadVectors` if nothing was
   * read.
   */
  finish(): void {
    this.readFirstLines();
    if (this.words === 0) throw noVectors(this.options);
    const header = this.layout?.header;
    if (header !== undefined && header.words !== this.words) {
      this.options.problems.add({
        line: 1,
        severity: 'warning',
        kind: 'header',
        message: `The header promises ${header.words} words, the file has ${this.words}. It may be cut off, or damaged lines were left out.`,
      });
    }
  }

  /** No compact copy from here on. */
  stopCompact(): void {
    this.compactWords = 0;
  }

  takeChunks(): CompactChunk[] {
    return this.compact?.take() ?? [];
  }

  takeLastChunks(): CompactChunk[] {
    return this.compact?.takeLast() ?? [];
  }

  /** The wanted words that the file has, in its order. */
  vectors(): WordVectors {
    return this.wanted.vectors(this.layout?.dimensions ?? 0);
  }

  /** Takes what the parser can hold, one line at least. @returns where the rest begins */
  private addPiece(parser: RowParser, bytes: Uint8Array<ArrayBuffer>, start: number, end: number): number {
    const pieceEnd = Math.min(start + TEXT_BYTES, end);
    parser.load(bytes.subarray(start, pieceEnd));
    let at = start;
    while (at < pieceEnd) {
      at = this.addRows(parser, bytes, start, at);
      if (at === pieceEnd) break;
      const isWhole = bytes.indexOf(NEWLINE, at) < pieceEnd;
      if (!isWhole && at > start) break; // it begins the next piece
      at = this.addLine(bytes, at); // one that the parser does not know
    }
    return at;
  }

  /**
   * Takes the usual lines from `at`: parsed where they go into the compact copy, else only passed over.
   *
   * @param start of the piece that the parser holds
   * @returns where the line after the last begins
   */
  private addRows(parser: RowParser, bytes: Uint8Array<ArrayBuffer>, start: number, at: number): number {
    const { length } = this.line.values;
    const copy = this.isCompacting ? this.compact : undefined;
    const rows = copy === undefined ? parser.scan(at - start) : parser.parse(at - start);
    let first = 0; // of the rows that are not in the compact copy yet
    for (let row = 0; row < rows; row++) {
      const end = start + parser.endOf(row);
      const hash = parser.hashes[row]!;
      if (this.addWord(hash, at + this.offset)) {
        this.lines++;
        const wanted = this.wanted.find(hash);
        if (wanted >= 0) {
          const vector =
            copy === undefined
              ? this.parseLine(parser, bytes, start, at, end)
              : parser.values.subarray(row * length, (row + 1) * length);
          this.wanted.keep(wanted, vector);
        }
      } else {
        copy?.addRows(parser.compact, first, row);
        first = row + 1;
        this.read(bytes, at, end - 1); // which says what is wrong
      }
      at = end;
    }
    copy?.addRows(parser.compact, first, rows);
    return at;
  }

  /** The vector of the line `[at, end)`, which is in order. Takes the place of the parser's first row. */
  private parseLine(parser: RowParser, bytes: Uint8Array<ArrayBuffer>, start: number, at: number, end: number) {
    const { line } = this;
    if (parser.parseLine(at - start, end - start)) return parser.values.subarray(0, line.values.length);
    line.parse(bytes, at, trimEnd(bytes, at, end - 1)); // numbers of many digits
    return line.values;
  }

  /** Takes the line that begins at `start`. @returns where the next begins */
  private addLine(bytes: Uint8Array<ArrayBuffer>, start: number): number {
    const end = bytes.indexOf(NEWLINE, start);
    if (this.firstLines === undefined) {
      this.read(bytes, start, end);
    } else {
      const isMarked = this.firstLines.length === 0 && BYTE_ORDER_MARK.every((byte, i) => bytes[start + i] === byte);
      const from = isMarked ? start + BYTE_ORDER_MARK.length : start;
      this.firstLines.push({ bytes: bytes.slice(from, end), start: this.offset + from });
      if (this.firstLines.length === LAYOUT_LINES) this.readFirstLines();
    }
    return end + 1;
  }

  private readFirstLines(): void {
    const lines = this.firstLines;
    if (lines === undefined) return;
    this.firstLines = undefined;
    const fields = lines
      .map(({ bytes }) => fieldsOf(bytes, 0, trimEnd(bytes, 0, bytes.length)))
      .filter(({ length }) => length > 0);
    this.layout = detectLayout(fields);
    if (this.layout === undefined) throw noVectors(this.options);
    const { dimensions, header } = this.layout;
    this.line = new VectorLine(dimensions);
    if (this.options.module !== undefined) this.parser = new RowParser(this.options.module, dimensions);
    if (this.isCompacting) this.compact = new CompactWriter(dimensions);
    if (header !== undefined) {
      lines.shift();
      this.lines++;
      if (header.dimensions !== dimensions) {
        this.options.problems.add({
          line: 1,
          severity: 'warning',
          kind: 'header',
          message: `The header promises ${header.dimensions} dimensions, the lines have ${dimensions}; the lines are believed.`,
        });
      }
    }
    for (const { bytes, start } of lines) this.read(bytes, 0, bytes.length, start);
  }

  /** Takes a line, whatever it is. @param place where it begins in the text */
  private read(bytes: Uint8Array<ArrayBuffer>, start: number, end: number, place = start + this.offset): void {
    this.lines++;
    const last = trimEnd(bytes, start, end);
    if (last === start || this.layout === undefined) return;
    const { line } = this;
    const fault = line.parse(bytes, start, last);
    if (fault !== undefined) {
      this.addProblem({ severity: 'error', ...fault }, bytes, start, last);
      return;
    }
    const isCompacting = this.isCompacting;
    const hash = hashBytes(bytes, line.wordStart, line.wordEnd);
    if (!this.addWord(hash, place)) {
      const word = decoder.decode(bytes.subarray(line.wordStart, line.wordEnd));
      const message = `“${word}” has a vector already; the first is kept.`;
      this.addProblem({ severity: 'warning', kind: 'duplicate', message }, bytes, start, last);
      return;
    }
    if (isCompacting) this.compact?.add(line.values);
    const wanted = this.wanted.find(hash);
    if (wanted >= 0) this.wanted.keep(wanted, line.values);
  }

  /** @param place where the word's line begins in the text @returns false where the word has a vector already */
  private addWord(hash: number, place: number): boolean {
    if (!this.index.add(hash)) return false;
    this.starts.push(place);
    return true;
  }

  /** @param bytes whose part [start, end) is the line to blame, the one read last */
  private addProblem(
    problem: Pick<Problem, 'severity' | 'kind' | 'message'>,
    bytes: Uint8Array,
    start: number,
    end: number,
  ) {
    const excerpt = decoder.decode(bytes.subarray(start, Math.min(end, start + EXCERPT_BYTES)));
    this.options.problems.add({ line: this.lines, ...problem, excerpt });
  }
}

function noVectors({ name, problems: { problems } }: CollectorOptions): StudioError {
  const first = problems.find(({ line }) => line > 0);
  const found = first === undefined ? 'no line ends with numbers' : `line ${first.line}: ${first.message}`;
  const ofFile = problems.filter(({ line }) => line === 0).map(({ message }) => ` ${message}`);
  return new StudioError(
    'BadVectors',
    `${name} holds no word vectors (${found}). Expected a line for each word: the word and its numbers, separated by spaces. ` +
      `Convert binary vectors to text first.${ofFile.join('')}`,
  );
}
