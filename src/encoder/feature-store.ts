import { StudioError, throwIfAborted } from '../lib/errors.ts';
import type { Bytes } from '../lib/units.ts';
import type { EncoderFeatures, LoadFeatures } from '../data/features/encoder-features.ts';
import type { EncoderIdentity } from '../data/vocabulary/features.ts';
import { FeatureTable } from './feature-table.ts';

/** A file that caches features between sessions. */
export interface FeatureFile {
  /** The whole contents; empty if the file does not exist. */
  read(): Promise<Uint8Array>;
  /** Truncates the file at `at`, and appends bytes. */
  write(at: Bytes, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The features of sentences, in any order, [T, d] each. */
export type ComputeFeatures = (
  sentences: readonly (readonly string[])[],
  signal: AbortSignal | undefined,
) => AsyncIterable<{ sentence: number; features: Float32Array }>;

/** Size of the write buffer. */
const WRITE_BYTES: Bytes = 2 ** 20;

/** Caches the features of sentences. */
export class FeatureStore implements EncoderFeatures {
  readonly identity: EncoderIdentity;
  readonly #table: FeatureTable;
  readonly #compute: ComputeFeatures;
  readonly #openFile: () => Promise<FeatureFile | undefined>;
  #wasRead = false;
  /** Serializes requests, because they share the file. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param openFile resolves to undefined if there is no file, or another page has it open; features are then not stored */
  constructor(
    identity: EncoderIdentity,
    compute: ComputeFeatures,
    openFile: () => Promise<FeatureFile | undefined> = () => Promise.resolve(undefined),
  ) {
    this.identity = identity;
    this.#table = new FeatureTable(identity.width);
    this.#compute = compute;
    this.#openFile = openFile;
  }

  get width(): number {
    return this.identity.width;
  }

  /** [T, d] in half precision. @throws StudioError NotReady if they were not loaded */
  of(words: readonly string[]): Uint16Array {
    const rows = this.#table.of(words);
    if (rows === undefined) throw new StudioError('NotReady', 'The features of a sentence were not computed.');
    return rows;
  }

  /**
   * Computes the missing features of sentences. Features that were computed before a failure are kept.
   *
   * @throws StudioError Cancelled, OutOfMemory, BadInput
   */
  load(sentences: readonly (readonly string[])[], options: LoadFeatures = {}): Promise<void> {
    const loaded = this.#last.then(() => this.#load(sentences, options));
    this.#last = loaded.catch(() => undefined);
    return loaded;
  }

  async #load(
    sentences: readonly (readonly string[])[],
    { signal, onProgress, keep = false }: LoadFeatures,
  ): Promise<void> {
    throwIfAborted(signal);
    if (this.#missing(sentences).length === 0) return;
    const file = keep ? await this.#openFile() : undefined;
    try {
      let end = file === undefined ? 0 : await this.#readFile(file);
      const missing = this.#missing(sentences);
      this.#table.requireRoom(missing);
      let unwritten: Uint8Array[] = [];
      const write = async () => {
        if (file === undefined || unwritten.length === 0) return;
        const bytes = joined(unwritten);
        unwritten = [];
        await file.write(end, bytes);
        end += bytes.length;
      };
      const total = missing.reduce((sum, words) => sum + words.length, 0);
      let done = 0;
      onProgress?.(0, total);
      try {
        for await (const { sentence, features } of this.#compute(missing, signal)) {
          const words = missing[sentence]!;
          const record = this.#table.add(words, features);
          if (file !== undefined) {
            if (end === 0 && unwritten.length === 0) unwritten.push(this.#table.header());
            unwritten.push(record);
          }
          if (unwritten.reduce((sum, { length }) => sum + length, 0) >= WRITE_BYTES) await write();
          done += words.length;
          onProgress?.(done, total);
        }
      } finally {
        await write();
      }
    } finally {
      await file?.close();
    }
  }

  /** @returns the offset at which to append */
  async #readFile(file: FeatureFile): Promise<Bytes> {
    const bytes = await file.read();
    if (!this.#wasRead) {
      this.#wasRead = true;
      return this.#table.read(bytes);
    }
    return new FeatureTable(this.width).read(bytes);
  }

  #missing(sentences: readonly (readonly string[])[]): (readonly string[])[] {
    const missing = new Map<string, readonly string[]>();
    for (const words of sentences) if (!this.#table.has(words)) missing.set(words.join('\n'), words);
    return [...missing.values()];
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
