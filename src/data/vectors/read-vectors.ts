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
import { TRAVELLING_WORDS, type StoredVectors } from './stored-vectors.ts';
import type { WordVectors } from './vector-lookup.ts';
import { openVectorText, type VectorText } from './vector-text.ts';

export interface ReadVectorsOptions {
  /** Words to keep exactly: every spelling under which a word may be looked up (`wantedSpellings`). */
  wanted: ReadonlySet<string>;
  /**
   * Where a compact copy of every word goes, if the text is packed. Without it, only of the first words one is kept, in
   * memory.
   */
  openSink?: (() => Promise<CompactSink>) | undefined;
  signal?: AbortSignal | undefined;
  /** Called ten times a second at most, and at the end. */
  onProgress?: ((progress: VectorsProgress) => void) | undefined;
  /** Told once, later, when a text that was read can be read no more: of its words only the first have vectors then. */
  onLost?: (() => void) | undefined;
}

export interface VectorsProgress {
  /** Of the file as it is, packed or not. */
  bytes: Bytes;
  size: Bytes;
  lines: number;
  /** Wanted words found. */
  kept: number;
  bytesPerSecond: number;
}

export interface VectorsRead {
  /** The wanted words that the file has, in its order, exactly as `Number` reads them, rounded to float32. */
  vectors: WordVectors;
  /** Words in the file. */
  words: number;
  /** Undefined where the sink failed (then a problem says why). */
  stored: StoredVectors | undefined;
  problems: Problem[];
  moreProblems: number;
}

const PROGRESS_INTERVAL = 100; // ms
/** Chunks of the compact copy (compact.ts) that are being written at a time. */
const WRITES_UNDER_WAY = 4;

/**
 * Reads word vectors, packed (packed.ts) or as text: a line a word, its numbers after it; GloVe's, or word2vec's and fastText's
 * with their header; plain, .gz or in a .zip. Text is streamed: memory holds what is wanted, 24 bytes a word, and a few
 * megabytes of the file and its copy. A packed file is its own compact copy; text that is not compressed is read again
 * for further words.
 *
 * Fails with `BadVectors` where the file cannot be unpacked or holds no vectors, and with `Cancelled`.
 */
export async function readVectors(file: RandomAccessFile, options: ReadVectorsOptions): Promise<VectorsRead> {
  throwIfAborted(options.signal);
  const read = isPacked(await listZipEntries(file)) ? readPackedFile : readText;
  const vectors = await read(file, options);
  throwIfAborted(options.signal); // by what came while the last of it was read
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
  const text = await openVectorText(file, problems);
  const openSink = text.plain === undefined ? options.openSink : undefined;
  const copy = await CopyOutput.open(openSink ?? (() => Promise.resolve(new MemorySink())), problems);
  try {
    const collector = new VectorCollector({
      wanted: options.wanted,
      compactWords: openSink === undefined ? TRAVELLING_WORDS : Infinity,
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
      problems: problems.problems,
      moreProblems: problems.more,
    };
  } catch (error) {
    await copy.abort();
    throw error;
  }
}

/** The compact copy on its way out: when the sink fails, that is a problem to show, and the reading goes on without it. */
class CopyOutput {
  private sink: CompactSink | undefined;
  private readonly problems: ProblemLog;
  private readonly underWay: Promise<void>[] = [];

  private constructor(problems: ProblemLog) {
    this.problems = problems;
  }

  static async open(openSink: () => Promise<CompactSink>, problems: ProblemLog): Promise<CopyOutput> {
    const copy = new CopyOutput(problems);
    try {
      copy.sink = await openSink();
    } catch (error) {
      copy.report(error);
    }
    return copy;
  }

  /**
   * Starts writing, and waits only where too much is under way: storage has threads of its own.
   *
   * @returns whether the copy still works, as far as is known
   */
  async write(parts: CompactChunk[]): Promise<boolean> {
    for (const part of parts) {
      this.underWay.push(this.attempt((sink) => sink.write(part)));
      if (this.underWay.length >= WRITES_UNDER_WAY) await this.underWay.shift();
    }
    return this.sink !== undefined;
  }

  async finish(collector: VectorCollector): Promise<StoredVectors | undefined> {
    await Promise.all(this.underWay);
    const dimensions = collector.layout?.dimensions ?? 0;
    return this.attempt((sink) => sink.finish(dimensions, collector.index));
  }

  async abort(): Promise<void> {
    await Promise.all(this.underWay);
    await this.attempt((sink) => sink.abort());
    this.sink = undefined;
  }

  private async attempt<T>(act: (sink: CompactSink) => Promise<T>): Promise<T | undefined> {
    const { sink } = this;
    if (sink === undefined) return undefined;
    try {
      return await act(sink);
    } catch (error) {
      if (this.sink === undefined) return undefined; // another write has failed, and said so
      this.sink = undefined;
      this.report(error);
      return undefined;
    }
  }

  private report(error: unknown): void {
    this.problems.add({
      line: 0,
      severity: 'warning',
      kind: 'storage',
      message:
        `The vectors could not be stored for later sentences (${error instanceof Error ? error.message : String(error)}): ` +
        'words that training does not see will have no vector. Unpack the file and add the text, which is read where it stands.',
    });
  }
}

/** The text's chunks; what goes wrong in reading them is told as `BadVectors`. */
async function* chunksOf({ chunks, read }: VectorText, name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* chunks;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StudioError(
      'BadVectors',
      `${name} cannot be read further after ${read()} bytes (${reason}): it is cut off, damaged, or made of several gzip parts. ` +
        'Download it again, or unpack it first.',
      { cause },
    );
  }
}
