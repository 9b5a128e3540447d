import type { DataFingerprints } from '../config/recipe-file.ts';
import type { Sentence } from '../data/corpus.ts';
import { crc32 } from '../lib/crc32.ts';
import type { Source } from './sources.ts';

/** Data of a run, joined by role, and the vectors file. */
export interface DataOfRun {
  train: Source | undefined;
  dev: Source | undefined;
  test: Source | undefined;
  vectors: { words: number; dimensions: number } | undefined;
}

/**
 * Checksums by which people see whether they have the same data: of tokens and tags, whatever the files are called and however they are
 * laid out. Of vectors the number of words and dimensions, since they are never read as a whole.
 */
export function dataFingerprints({ train, dev, test, vectors }: DataOfRun): DataFingerprints {
  return {
    ...(train && { train: fingerprintOfSentences(train.sentences) }),
    ...(dev && { dev: fingerprintOfSentences(dev.sentences) }),
    ...(test && { test: fingerprintOfSentences(test.sentences) }),
    ...(vectors && { vectors: `${vectors.words}x${vectors.dimensions}` }),
  };
}

/** @returns eight hexadecimal digits */
export function fingerprintOfSentences(sentences: readonly Sentence[]): string {
  const encoder = new TextEncoder();
  const sums = Uint32Array.from(sentences, ({ tokens, tags }) =>
    crc32(encoder.encode(`${tokens.join('\n')}\t${tags.join('\n')}`)),
  );
  return crc32(new Uint8Array(sums.buffer)).toString(16).padStart(8, '0');
}
