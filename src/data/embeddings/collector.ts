import { assert } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import type { WordVectors } from '../vectors.ts';
import { CompactWriter, type CompactChunk } from './compact.ts';
import { detectLayout, LAYOUT_LINES, type VectorLayout } from './layout.ts';
import type { ProblemLog } from '../problem-log.ts';
import { fieldsOf, trimEnd, VectorLine } from './vector-line.ts';
import { hashBytes, hashWord, WordIndex } from './word-index.ts';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Of a damaged line; the log cuts it further. */
const EXCERPT_BYTES = 1000;
/** At the start of the kept values; they grow by doubling. */
const FIRST_ROWS = 1024;

const decoder = new TextDecoder();

interface CollectorOptions {
  /** For messages. */
  name: string;
  wanted: ReadonlySet<string>;
  /** Whether every word goes into a compact copy. */
  compact: boolean;
  problems: ProblemLog;
}

/** Takes the lines of a vectors file one by one; keeps the vectors that are wanted, and all of them in compact form. */
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
  private compact: CompactWriter | undefined;
  private readonly options: CollectorOptions;

  private readonly wanted: string[];
  private readonly wantedIndex = new WordIndex();
  private readonly wantedFound: Uint8Array;
  private readonly keptWords: string[] = [];
  private keptValues = new Float32Array(0);

  constructor(options: CollectorOptions) {
    this.options = options;
    this.wanted = [...options.wanted].filter((word) => this.wantedIndex.add(hashWord(word)));
    this.wantedFound = new Uint8Array(this.wanted.length);
  }

  /** Words kept so far. */
  get kept(): number {
    return this.keptWords.length;
  }

  /** Fails with `BadVectors` where the first lines are no vectors. */
  addLine(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    if (this.firstLines === undefined) {
      this.read(bytes, start, end);
      return;
    }
    const skipped =
      this.firstLines.length === 0 && BYTE_ORDER_MARK.every((byte, i) => bytes[start + i] === byte) ? 3 : 0;
    this.firstLines.push(bytes.slice(start + skipped, end));
    if (this.firstLines.length === LAYOUT_LINES) this.readFirstLines();
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
    const dimensions = this.layout?.dimensions ?? 0;
    return { dimensions, words: this.keptWords, values: this.keptValues.slice(0, this.kept * dimensions) };
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
    const wantedRow = this.wantedIndex.find(hash);
    const isNew = this.compact === undefined ? this.wantedFound[wantedRow] !== 1 : this.index.add(hash);
    if (!isNew) {
      const word = decoder.decode(bytes.subarray(line.wordStart, line.wordEnd));
      const message = `“${word}” has a vector already; the first is kept.`;
      this.addProblem({ severity: 'warning', kind: 'duplicate', message }, bytes, start, last);
      return;
    }
    this.words++;
    this.compact?.add(line.values);
    if (wantedRow >= 0) this.keep(wantedRow);
  }

  private keep(wantedRow: number): void {
    const { values } = this.line;
    const start = this.kept * values.length;
    if (start === this.keptValues.length) {
      const larger = new Float32Array(Math.max(FIRST_ROWS * values.length, 2 * start));
      larger.set(this.keptValues);
      this.keptValues = larger;
    }
    const word = this.wanted[wantedRow];
    assert(word !== undefined, () => `vectors: no wanted word ${wantedRow}`);
    this.keptValues.set(values, start);
    this.keptWords.push(word);
    this.wantedFound[wantedRow] = 1;
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
