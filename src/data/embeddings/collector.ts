import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import type { WordVectors } from '../vectors.ts';
import { CompactWriter, type CompactChunk } from './compact.ts';
import { detectLayout, LAYOUT_LINES, type VectorLayout } from './layout.ts';
import type { ProblemLog } from '../problem-log.ts';
import { RowParser, TEXT_BYTES } from './row-parser.ts';
import { fieldsOf, trimEnd, VectorLine } from './vector-line.ts';
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
  /** Whether every word goes into a compact copy. */
  compact: boolean;
  problems: ProblemLog;
  /** What reads the usual lines (`loadRowModule`). Without it `VectorLine` reads every line, to the same values. */
  module: WebAssembly.Module | undefined;
}

/** Takes the lines of a vectors file; keeps the vectors that are wanted, and all of them in compact form. */
export class VectorCollector {
  /** Known once the first lines were seen. */
  layout: VectorLayout | undefined;
  /** Lines seen, blank ones too. */
  lines = 0;
  /** Vectors read, duplicates not counted. */
  words = 0;
  /** Of all words, where a compact copy is made. */
  readonly index = new WordIndex();
  private firstLines: Uint8Array<ArrayBuffer>[] | undefined = [];
  private line = new VectorLine(0);
  private parser: RowParser | undefined;
  private compact: CompactWriter | undefined;
  private readonly wanted: WantedRows;
  private readonly options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.options = options;
    this.wanted = new WantedRows(options.wanted);
  }

  /** Words kept so far. */
  get kept(): number {
    return this.wanted.size;
  }

  /** Takes whole lines, `bytes[start..end)`, the last byte a newline. Fails with `BadVectors` where the first lines are no vectors. */
  addLines(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    while (start < end) {
      const { parser } = this;
      start = parser === undefined ? this.addLine(bytes, start) : this.addPiece(parser, bytes, start, end);
    }
  }

  /** After the last line: reads what was still waiting, and compares the header. Fails with `BadVectors` if nothing was read. */
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
    this.compact = undefined;
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
      const rows = parser.parse(at - start, this.compact !== undefined);
      if (rows > 0) at = this.addRows(parser, rows, bytes, start, at);
      if (at === pieceEnd) break;
      const isWhole = bytes.indexOf(NEWLINE, at) < pieceEnd;
      if (!isWhole && at > start) break; // it begins the next piece
      at = this.addLine(bytes, at); // one that the parser does not know
    }
    return at;
  }

  /**
   * Takes the parser's rows.
   *
   * @param start of the piece that the parser holds
   * @param at where the first row's line begins
   * @returns where the line after the last begins
   */
  private addRows(parser: RowParser, rows: number, bytes: Uint8Array<ArrayBuffer>, start: number, at: number): number {
    const { length } = this.line.values;
    let first = 0; // of the rows that are not in the compact copy yet
    for (let row = 0; row < rows; row++) {
      const end = start + parser.endOf(row);
      const hash = parser.hashes[row]!;
      const wanted = this.wanted.find(hash);
      if (this.isNew(hash, wanted)) {
        this.lines++;
        this.words++;
        if (wanted >= 0) this.wanted.keep(wanted, parser.values.subarray(row * length, (row + 1) * length));
      } else {
        this.compact?.addRows(parser.compact, first, row);
        first = row + 1;
        this.read(bytes, at, end - 1); // which says what is wrong
      }
      at = end;
    }
    this.compact?.addRows(parser.compact, first, rows);
    return at;
  }

  /** Takes the line that begins at `start`. @returns where the next begins */
  private addLine(bytes: Uint8Array<ArrayBuffer>, start: number): number {
    const end = bytes.indexOf(NEWLINE, start);
    if (this.firstLines === undefined) {
      this.read(bytes, start, end);
    } else {
      const isMarked = this.firstLines.length === 0 && BYTE_ORDER_MARK.every((byte, i) => bytes[start + i] === byte);
      this.firstLines.push(bytes.slice(isMarked ? start + BYTE_ORDER_MARK.length : start, end));
      if (this.firstLines.length === LAYOUT_LINES) this.readFirstLines();
    }
    return end + 1;
  }

  private readFirstLines(): void {
    const lines = this.firstLines;
    if (lines === undefined) return;
    this.firstLines = undefined;
    const fields = lines
      .map((line) => fieldsOf(line, 0, trimEnd(line, 0, line.length)))
      .filter(({ length }) => length > 0);
    this.layout = detectLayout(fields);
    if (this.layout === undefined) throw noVectors(this.options);
    const { dimensions, header } = this.layout;
    this.line = new VectorLine(dimensions);
    if (this.options.module !== undefined) this.parser = new RowParser(this.options.module, dimensions);
    if (this.options.compact) this.compact = new CompactWriter(dimensions);
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
    for (const line of lines) this.read(line, 0, line.length);
  }

  private read(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    this.lines++;
    const last = trimEnd(bytes, start, end);
    if (last === start || this.layout === undefined) return;
    const { line } = this;
    const fault = line.parse(bytes, start, last);
    if (fault !== undefined) {
      this.addProblem({ severity: 'error', ...fault }, bytes, start, last);
      return;
    }
    const hash = hashBytes(bytes, line.wordStart, line.wordEnd);
    const wanted = this.wanted.find(hash);
    if (!this.isNew(hash, wanted)) {
      const word = decoder.decode(bytes.subarray(line.wordStart, line.wordEnd));
      const message = `“${word}” has a vector already; the first is kept.`;
      this.addProblem({ severity: 'warning', kind: 'duplicate', message }, bytes, start, last);
      return;
    }
    this.words++;
    this.compact?.add(line.values);
    if (wanted >= 0) this.wanted.keep(wanted, line.values);
  }

  /** Whether the word has no vector yet; it then has. @param wanted its number among the wanted words, or -1 */
  private isNew(hash: number, wanted: number): boolean {
    return this.compact === undefined ? !this.wanted.isKept(wanted) : this.index.add(hash);
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
  const [first] = problems;
  const found = first === undefined ? 'no line ends with numbers' : `line ${first.line}: ${first.message}`;
  return new StudioError(
    'BadVectors',
    `${name} holds no word vectors (${found}). Expected a line for each word: the word and its numbers, separated by spaces. ` +
      'Convert binary vectors to text first.',
  );
}
