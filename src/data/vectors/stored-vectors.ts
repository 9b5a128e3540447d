/** Number of words of a vectors file that a model file contains: the first, most frequent ones. 2.2 MB with 100 dimensions. */
export const MODEL_FILE_WORDS = 20_000;

/** The first words of a compact copy, for a model file. In most vectors files these are the most frequent words. */
export interface CompactExtract {
  dimensions: number;
  hashes: Float64Array<ArrayBuffer>; // [rows]
  scales: Float32Array<ArrayBuffer>; // [rows]
  values: Int8Array<ArrayBuffer>; // [rows, E]
}

/** The vectors of a file, in any kind of storage: for words that are not in a corpus, but in sentences tagged later. */
export interface StoredVectors {
  readonly dimensions: number;
  /** Returns the vectors [E] of the keys that have one, under the best of their spellings (word-keys.ts). */
  find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>>;
  /** Returns the first `rows` words, or fewer if fewer are stored. */
  extract(rows: number): Promise<CompactExtract>;
}

/** Whether the vectors in a model file, `part`, were taken from `whole`: all of them are among its first words, with the same values. */
export async function containsVectors(whole: StoredVectors, part: StoredVectors): Promise<boolean> {
  const E = part.dimensions;
  if (whole.dimensions !== E) return false;
  const [all, some] = [await whole.extract(MODEL_FILE_WORDS), await part.extract(MODEL_FILE_WORDS)];
  const rows = new Map([...all.hashes].map((hash, row) => [hash, row]));
  return some.hashes.every((hash, row) => {
    const other = rows.get(hash);
    if (other === undefined || all.scales[other] !== some.scales[row]) return false;
    for (let i = 0; i < E; i++) if (all.values[other * E + i] !== some.values[row * E + i]) return false;
    return true;
  });
}
