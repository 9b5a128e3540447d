import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import type { Problem } from '../corpus.ts';
import { ProblemLog } from '../files/problem-log.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import { listZipEntries } from '../files/zip.ts';
import { VectorCollector } from './collector.ts';
import { MemorySink, type CompactChunk, type CompactSink } from './compact.ts';
import { FileVectors } from './file-vectors.ts';
import { LineSplitter } from './line-splitter.ts';
import { isPacked, readPacked } from './packed.ts';
import { loadRowModule } from './row-parser.ts';
import { MODEL_FILE_WORDS, type StoredVectors } from './stored-vectors.ts';
import type { WordVectors } from './vector-lookup.ts';
import type { VectorsReading } from './usual-rows.ts';
import { openVectorText, type VectorsArchive, type VectorsSelection, type VectorText } from './vector-text.ts';

export interface ReadVectorsOptions {
  /** Words to keep in memory, exactly: every spelling under which a word may be looked up (`wantedSpellings`). */
  wanted: ReadonlySet<string>;
  /**
   * Opens the store for a compact copy of all words, if the text is compressed. Without it, only the first words are stored, in
   * memory.
   */
  openSink?: (() => Promise<CompactSink>) | undefined;
  /** What a person has chosen; default: see `openVectorText`. */
  selection?: VectorsSelection | undefined;
  signal?: AbortSignal | undefined;
  /** Called at most ten times per second, and at the end. */
  onProgress?: ((progress: VectorsProgress) => void) | undefined;
  /** Called once, possibly later, when an uncompressed file can no longer be read. Only its first words then have vectors. */
  onLost?: (() => void) | undefined;
}

export interface VectorsProgress {
  /** Bytes read so far, before decompression. */
  bytes: Bytes;
  size: Bytes;
  lines: number;
  /** Number of wanted words found. */
  kept: number;
  bytesPerSecond: number;
}

export interface VectorsRead {
  /** The wanted words that the file contains, in the order of the file. Values are `Math.fround(Number(text))`. */
  vectors: WordVectors;
  /** Number of words in the file. */
  words: number;
  /** All or the first words of the file. Undefined if the sink failed, which is reported as a problem. */
  stored: StoredVectors | undefined;
  /** The files of an archive with several, and which of them was read. */
  archive?: VectorsArchive;
  /** How its rows are read, if they are text. */
  reading?: VectorsReading | undefined;
  problems: Problem[];
  moreProblems: number;
}

const PROGRESS_INTERVAL = 100; // ms
/** Maximum number of chunks of the compact copy that are being written at the same time. */
const MAX_PENDING_WRITES = 4;

/**
 * Reads word vectors: text in the format of GloVe, word2vec or fastText, plain, gzipped or zipped, or a packed file (packed.ts).
 *
 * Text is streamed. Memory holds the wanted vectors, 24 bytes per word of the file, and a few megabytes of buffers. All other
 * words are stored: a packed file is its own compact copy, compressed text is copied to `openSink`, and uncompressed text is read
 * again on request.
 *
 * @throws StudioError BadVectors if the file cannot be decompressed or contains no vectors; Cancelled
 */
export async function readVectors(file: RandomAccessFile, options: ReadVectorsOptions): Promise<VectorsRead> {
  throwIfAborted(options.signal);
  const read = isPacked(await listZipEntries(file)) ? readPackedFile : readText;
  const vectors = await read(file, options);
  throwIfAborted(options.signal); // it may have been aborted during the last read
  return vectors;
}

async function readPackedFile(
  file: RandomAccessFile,
  { wanted, signal, onProgress }: ReadVectorsOptions,
): Promise<VectorsRead> {
  const { vectors, words, compact: stored } = await readPacked(file, wanted, signal);
  const { size } = file;
  onProgress?.({ bytes: size, size, lines: words, kept: vectors.words.length, bytesPerSecond: 0 });
  return { vectors, words, stored, problems: [], moreProblems: 0 };
}

async function readText(file: RandomAccessFile, options: ReadVectorsOptions): Promise<VectorsRead> {
  const { signal } = options;
  const problems = new ProblemLog(file.name);
  const text = await openVectorText(file, problems, options.selection);
  const openSink = text.plain === undefined ? options.openSink : undefined;
  const copy = await CompactCopy.open(openSink ?? (() => Promise.resolve(new MemorySink())), problems);
  try {
    const collector = new VectorCollector({
      wanted: options.wanted,
      compactWords: openSink === undefined ? MODEL_FILE_WORDS : Infinity,
      name: file.name,
      problems,
      module: await loadRowModule(),
    });
    const splitter = new LineSplitter((bytes, start, end) => collector.addLines(bytes, start, end));
    const started = performance.now();
    let reported = started;

    function report(now: number): void {
      reported = now;
      const bytes = text.read();
      const bytesPerSecond = now > started ? (1000 * bytes) / (now - started) : 0;
      options.onProgress?.({ bytes, size: text.size, lines: collector.lines, kept: collector.kept, bytesPerSecond });
    }

    for await (const chunk of chunksOf(text, file.name)) {
      throwIfAborted(signal);
      splitter.push(chunk);
      if (!(await copy.write(collector.takeChunks()))) collector.stopCompact();
      const now = performance.now();
      if (now - reported >= PROGRESS_INTERVAL) report(now);
    }
    splitter.finish();
    collector.finish();
    await copy.write(collector.takeLastChunks());
    const compact = await copy.finish(collector);
    const stored =
      compact &&
      text.plain &&
      new FileVectors(text.plain, collector.index, Float64Array.from(collector.starts), compact, options.onLost);
    report(performance.now());
    return {
      vectors: collector.vectors(),
      words: collector.words,
      stored: stored ?? compact,
      ...(text.archive && { archive: text.archive }),
      ...(text.reading && { reading: text.reading }),
      problems: problems.problems,
      moreProblems: problems.more,
    };
  } catch (error) {
    await copy.abort();
    throw error;
  }
}

/** Writes the compact copy. If the sink fails, adds a problem and ignores further writes. */
class CompactCopy {
  #sink: CompactSink | undefined;
  readonly #problems: ProblemLog;
  readonly #pending: Promise<void>[] = [];

  private constructor(problems: ProblemLog) {
    this.#problems = problems;
  }

  static async open(openSink: () => Promise<CompactSink>, problems: ProblemLog): Promise<CompactCopy> {
    const copy = new CompactCopy(problems);
    try {
      copy.#sink = await openSink();
    } catch (error) {
      copy.#report(error);
    }
    return copy;
  }

  /**
   * Starts to write chunks. Waits only while there are too many pending writes, as storage has its own threads.
   *
   * @returns false if a write has failed
   */
  async write(chunks: CompactChunk[]): Promise<boolean> {
    for (const chunk of chunks) {
      this.#pending.push(this.#attempt((sink) => sink.write(chunk)));
      if (this.#pending.length >= MAX_PENDING_WRITES) await this.#pending.shift();
    }
    return this.#sink !== undefined;
  }

  async finish(collector: VectorCollector): Promise<StoredVectors | undefined> {
    await Promise.all(this.#pending);
    const dimensions = collector.layout?.dimensions ?? 0;
    return this.#attempt((sink) => sink.finish(dimensions, collector.index));
  }

  async abort(): Promise<void> {
    await Promise.all(this.#pending);
    await this.#attempt((sink) => sink.abort());
    this.#sink = undefined;
  }

  async #attempt<T>(act: (sink: CompactSink) => Promise<T>): Promise<T | undefined> {
    const sink = this.#sink;
    if (sink === undefined) return undefined;
    try {
      return await act(sink);
    } catch (error) {
      if (this.#sink === undefined) return undefined; // another write has failed and was reported
      this.#sink = undefined;
      this.#report(error);
      return undefined;
    }
  }

  #report(error: unknown): void {
    this.#problems.add({
      line: 0,
      severity: 'warning',
      kind: 'storage',
      message:
        `The vectors cannot be stored for later use (${error instanceof Error ? error.message : String(error)}), so words that do ` +
        'not occur in training will have no vector. Decompress the file and add the text file, which needs no copy.',
    });
  }
}

/** The chunks of a text. Errors while reading become `BadVectors`, those of a reader stay as they are. */
async function* chunksOf({ chunks, read }: VectorText, name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* chunks;
  } catch (cause) {
    if (cause instanceof StudioError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StudioError(
      'BadVectors',
      `${name} cannot be read after byte ${read()} (${reason}). It is truncated, damaged, or has several gzip members. ` +
        'Download it again, or decompress it and add the text file.',
      { cause },
    );
  }
}
