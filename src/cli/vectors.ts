import { basename } from 'node:path';
import type { Sentence } from '../data/corpus.ts';
import { CHUNK_ROWS, CompactVectors, type CompactChunk, type CompactSink } from '../data/embeddings/compact.ts';
import { readVectors } from '../data/embeddings/read-vectors.ts';
import { wordIndexFrom, type WordIndex } from '../data/embeddings/word-index.ts';
import { measureCoverage, VectorLookup, wantedSpellings } from '../data/vectors-lookup.ts';
import { countForms } from '../data/vocabulary.ts';
import type { WordNormalization } from '../data/word-keys.ts';
import { TRAVELLING_WORDS } from '../pipeline/model-bundle.ts';
import { openFile } from './files.ts';
import { count, percent, problemLines } from './format.ts';
import type { Terminal } from './terminal.ts';

export interface LoadedVectors {
  name: string;
  lookup: VectorLookup;
  /** The first words of the file, which go into the model for sentences that come later. */
  compact: CompactVectors | undefined;
}

/** Reads what the corpora need of a vectors file, and tells how much of the training data it covers. */
export async function loadVectors(
  terminal: Terminal,
  path: string,
  corpora: { train: readonly Sentence[]; others: readonly (readonly Sentence[])[] },
  normalization: WordNormalization,
  signal: AbortSignal,
): Promise<LoadedVectors> {
  const file = await openFile(path);
  const wanted = wantedSpellings(countForms([...corpora.train, ...corpora.others.flat()]).keys());
  const { vectors, words, compact, problems, moreProblems } = await readVectors(file, {
    wanted,
    sink: new FirstWords(TRAVELLING_WORDS),
    signal,
    onProgress: ({ bytes, size, lines, kept }) =>
      terminal.progress(
        `reading ${file.name}: ${Math.floor((100 * bytes) / size)} %, ${count(lines)} lines, ${count(kept)} kept`,
      ),
  });
  terminal.clearProgress();
  problemLines(path, problems, moreProblems).forEach((line) => terminal.note(line));
  const lookup = new VectorLookup(vectors);
  const coverage = measureCoverage(countForms(corpora.train), lookup, normalization);
  const known = (of: 'types' | 'tokens') => percent(1 - coverage.matched.none[of] / coverage[of]);
  terminal.note(
    `vectors ${path}: ${count(words)} words of ${vectors.dimensions} dimensions, ${count(vectors.words.length)} kept; ` +
      `they know ${known('types')} % of the training words, ${known('tokens')} % of its tokens`,
  );
  return { name: basename(path), lookup, compact };
}

/** A compact copy, in memory, of a file's first words. */
export class FirstWords implements CompactSink {
  readonly #rows: number;
  readonly #chunks: CompactChunk[] = [];

  /** @param rows to be rounded up to whole chunks */
  constructor(rows: number) {
    this.#rows = rows;
  }

  write(chunk: CompactChunk): Promise<void> {
    if (this.#chunks.length * CHUNK_ROWS < this.#rows) this.#chunks.push(chunk);
    return Promise.resolve();
  }

  finish(dimensions: number, index: WordIndex): Promise<CompactVectors> {
    const first = wordIndexFrom(index.hashes.subarray(0, this.#chunks.length * CHUNK_ROWS));
    return Promise.resolve(new CompactVectors(dimensions, first, (chunk) => Promise.resolve(this.#chunks[chunk])));
  }

  abort(): Promise<void> {
    this.#chunks.length = 0;
    return Promise.resolve();
  }
}
