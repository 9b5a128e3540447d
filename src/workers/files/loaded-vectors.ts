import { DEFAULT_CONFIG } from '../../config/schema.ts';
import type { Sentence } from '../../data/corpus.ts';
import type { VectorsRead } from '../../data/vectors/read-vectors.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { VectorLookup, wantedSpellings } from '../../data/vectors/vector-lookup.ts';
import { measureCoverage } from '../../data/vectors/coverage.ts';
import { countForms } from '../../data/vocabulary/vocabulary.ts';
import type { FileId, Progress, VectorsFile } from '../wire/payloads.ts';
import type { Reading } from './reading.ts';

/** Called while files are read, and with `undefined` at the end. */
export type OnProgress = (progress: Progress | undefined) => void;

interface Loaded {
  id: FileId;
  file: File;
  wanted: Set<string>;
  read: VectorsRead;
  lookup: VectorLookup;
}

/**
 * The vectors file in use. The exact vectors of all words in the corpora are in memory. Those of out-of-vocabulary words are read on demand
 * from the file, or from an uncompressed copy. When corpora are added, the file is reread for their words.
 *
 * Methods that read return a function that applies the result. The caller calls it when the rest of its request has also succeeded.
 */
export class LoadedVectors {
  #loaded: Loaded | undefined;
  /** Vectors that can be restored. */
  #removed: Loaded[] = [];
  readonly #read: Reading['vectors'];
  readonly #onLost: (name: string) => void;

  /** @param onLost called with the name of the file when it can no longer be read */
  constructor(read: Reading['vectors'], onLost: (name: string) => void) {
    this.#read = read;
    this.#onLost = onLost;
  }

  get id(): FileId | undefined {
    return this.#loaded?.id;
  }

  get name(): string | undefined {
    return this.#loaded?.file.name;
  }

  get lookup(): VectorLookup | undefined {
    return this.#loaded?.lookup;
  }

  /** Vectors of all words in the file; undefined if the copy could not be written. */
  get stored(): StoredVectors | undefined {
    return this.#loaded?.read.stored;
  }

  remove(): void {
    if (this.#loaded !== undefined) this.#removed.push(this.#loaded);
    this.#loaded = undefined;
  }

  /** Rereads the removed vectors in `ids`, if any, for the words of `sentences`. @returns a function that puts them in use */
  async restore(
    ids: readonly FileId[],
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<() => void> {
    const previous = this.#removed.find(({ id }) => ids.includes(id));
    if (previous === undefined) return this.extend(sentences, signal, onProgress);
    const extended = await this.#extended(previous, sentences, signal, onProgress);
    return () => {
      this.remove();
      this.#loaded = extended;
      this.discard([previous.id]);
    };
  }

  discard(ids: readonly FileId[]): void {
    this.#removed = this.#removed.filter(({ id }) => !ids.includes(id));
  }

  /** Reads a vectors file. @returns a function that puts it in use */
  async read(
    id: FileId,
    file: File,
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<() => void> {
    const wanted = wantedSpellings(countForms(sentences).keys());
    const read = await this.#read(file, {
      wanted,
      keep: true,
      signal,
      onProgress: reportProgress(file, onProgress),
      onLost: () => this.#onLost(file.name),
    });
    return () => {
      this.remove();
      this.#loaded = { id, file, wanted, read, lookup: new VectorLookup(read.vectors) };
    };
  }

  /** Rereads the file if the sentences have words that were not looked up yet. @returns a function that applies the result */
  async extend(sentences: readonly Sentence[], signal: AbortSignal, onProgress: OnProgress): Promise<() => void> {
    const loaded = this.#loaded;
    if (loaded === undefined) return () => undefined;
    const extended = await this.#extended(loaded, sentences, signal, onProgress);
    return () => {
      if (this.#loaded === loaded) this.#loaded = extended;
      else this.#removed = this.#removed.map((one) => (one === loaded ? extended : one)); // removed in the meantime
    };
  }

  /** @param training sentences whose coverage is measured, with the default look-up settings */
  describe(training: readonly Sentence[] | undefined): VectorsFile | undefined {
    if (this.#loaded === undefined) return undefined;
    const { id, file, read, lookup } = this.#loaded;
    return {
      id,
      name: file.name,
      size: file.size,
      words: read.words,
      dimensions: read.vectors.dimensions,
      coverage: training && measureCoverage(countForms(training), lookup, DEFAULT_CONFIG),
      problems: read.problems,
      moreProblems: read.moreProblems,
    };
  }

  /** The vectors, extended by the words of `sentences`. */
  async #extended(
    loaded: Loaded,
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Loaded> {
    const { file } = loaded;
    const wanted = wantedSpellings(countForms(sentences).keys());
    if ([...wanted].every((spelling) => loaded.wanted.has(spelling))) return loaded;
    const onBytes = reportProgress(file, onProgress);
    const { vectors } = await this.#read(file, { wanted, keep: false, signal, onProgress: onBytes });
    return { ...loaded, wanted, read: { ...loaded.read, vectors }, lookup: new VectorLookup(vectors) };
  }
}

function reportProgress(file: File, onProgress: OnProgress) {
  return ({ bytes, size }: { bytes: number; size: number }) =>
    onProgress({ task: 'vectors', name: file.name, done: bytes, total: size, unit: 'bytes' });
}
