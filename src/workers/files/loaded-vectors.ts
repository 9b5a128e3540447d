import { DEFAULT_CONFIG } from '../../config/schema.ts';
import type { Sentence } from '../../data/corpus.ts';
import { StudioError } from '../../lib/errors.ts';
import type { VectorsRead } from '../../data/vectors/read-vectors.ts';
import type { VectorsSelection } from '../../data/vectors/vector-text.ts';
import { containsVectors, type StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { VectorLookup, wantedSpellings } from '../../data/vectors/vector-lookup.ts';
import { measureByCase } from '../../data/vectors/coverage.ts';
import { countForms } from '../../data/vocabulary/vocabulary.ts';
import type { FileId, Progress, VectorsFile } from '../wire/payloads.ts';
import type { Reading } from './reading.ts';
import { Removable } from '../../lib/removable.ts';

/** Called while files are read, and with `undefined` at the end. */
export type OnProgress = (progress: Progress | undefined) => void;

interface Loaded {
  id: FileId;
  file: File;
  wanted: Set<string>;
  /** What was chosen. */
  selection: VectorsSelection;
  read: VectorsRead;
  lookup: VectorLookup;
}

/**
 * The vectors file in use. The exact vectors of all words in the corpora are in memory. Those of out-of-vocabulary words are read on demand
 * from the file, or from an uncompressed copy. When corpora are added, the file is reread for their words.
 *
 * Methods that read return a function that applies the result. The caller calls it when the rest of its request has also succeeded.
 */
export class LoadedVectors extends Removable<Loaded> {
  /** For vectors of models: whether they are from a file, by the vectors of the file. */
  readonly #sources = new WeakMap<StoredVectors, WeakMap<StoredVectors, Promise<boolean>>>();
  readonly #read: Reading['vectors'];
  readonly #onLost: (name: string) => void;

  /** @param onLost called with the name of the file when it can no longer be read */
  constructor(read: Reading['vectors'], onLost: (name: string) => void) {
    super();
    this.#read = read;
    this.#onLost = onLost;
  }

  get #loaded(): Loaded | undefined {
    return this.entries[0];
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

  /** All vectors of the loaded file if `own`, those of a model, are from the same file; otherwise `own`. */
  async storedFor(own: StoredVectors | undefined): Promise<StoredVectors | undefined> {
    const { stored } = this;
    if (own === undefined || stored === undefined || own === stored) return own;
    let sources = this.#sources.get(own);
    if (sources === undefined) this.#sources.set(own, (sources = new WeakMap()));
    let isSource = sources.get(stored);
    if (isSource === undefined) sources.set(stored, (isSource = containsVectors(stored, own)));
    return (await isSource) ? stored : own;
  }

  /** Rereads the removed vectors in `ids`, if any, for the words of `sentences`. @returns a function that puts them in use */
  async reread(
    ids: readonly FileId[],
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<() => void> {
    const [previous] = this.removed(ids);
    if (previous === undefined) return this.extend(sentences, signal, onProgress);
    const extended = await this.#extended(previous, sentences, signal, onProgress);
    return () => {
      this.discard([previous.id]);
      this.use(extended);
    };
  }

  /** Reads a vectors file. @returns a function that puts it in use */
  async read(
    id: FileId,
    file: File,
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
    selection: VectorsSelection = {},
  ): Promise<() => void> {
    const wanted = wantedSpellings(countForms(sentences).keys());
    const read = await this.#read(file, {
      wanted,
      selection,
      keep: true,
      signal,
      onProgress: reportProgress(file, onProgress),
      onLost: () => this.#onLost(file.name),
    });
    return () => this.use({ id, file, wanted, selection, read, lookup: new VectorLookup(read.vectors) });
  }

  /** Reads another file of the archive in use, or the same in another form. @returns a function that puts it in use @throws StudioError BadInput, BadVectors */
  async choose(
    id: FileId,
    selection: VectorsSelection,
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<() => void> {
    const loaded = this.find(id);
    if (loaded === undefined) throw new StudioError('BadInput', 'The vectors are no longer loaded. Add them again.');
    const use = await this.read(id, loaded.file, sentences, signal, onProgress, {
      entry: loaded.selection.entry,
      ...selection,
    });
    return () => {
      use();
      this.discard([id]);
    };
  }

  /** Rereads the file if the sentences have words that were not looked up yet. @returns a function that applies the result */
  async extend(sentences: readonly Sentence[], signal: AbortSignal, onProgress: OnProgress): Promise<() => void> {
    const loaded = this.#loaded;
    if (loaded === undefined) return () => undefined;
    const extended = await this.#extended(loaded, sentences, signal, onProgress);
    return () => this.replace(loaded, extended);
  }

  /** @param training sentences whose coverage is measured, with digits as the default has them */
  describe(training: readonly Sentence[] | undefined): VectorsFile | undefined {
    if (this.#loaded === undefined) return undefined;
    const { id, file, selection, read, lookup } = this.#loaded;
    return {
      id,
      name: file.name,
      size: file.size,
      words: read.words,
      dimensions: read.vectors.dimensions,
      coverage: training && measureByCase(countForms(training), lookup, DEFAULT_CONFIG),
      archive: read.archive,
      isChosen: selection.entry !== undefined,
      reading: read.reading,
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
    const { file, selection } = loaded;
    const wanted = wantedSpellings(countForms(sentences).keys());
    if ([...wanted].every((spelling) => loaded.wanted.has(spelling))) return loaded;
    const onBytes = reportProgress(file, onProgress);
    const { vectors } = await this.#read(file, { wanted, selection, keep: false, signal, onProgress: onBytes });
    return { ...loaded, wanted, read: { ...loaded.read, vectors }, lookup: new VectorLookup(vectors) };
  }
}

function reportProgress(file: File, onProgress: OnProgress) {
  return ({ bytes, size }: { bytes: number; size: number }) =>
    onProgress({ task: 'vectors', name: file.name, done: bytes, total: size, unit: 'bytes' });
}
