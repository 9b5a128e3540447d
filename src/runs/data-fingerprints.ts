import type { DataFingerprints } from '../config/recipe-file.ts';
import { fingerprintOfSentences } from '../data/fingerprint.ts';
import type { Source } from './sources.ts';

/** The data of a run by role, and the vectors file. */
export interface DataOfRun {
  train: Source | undefined;
  dev: Source | undefined;
  test: Source | undefined;
  vectors: { words: number; dimensions: number } | undefined;
}

/**
 * Checksums that show whether two people have the same data. They depend on tokens and tags, not on file names or formats. Vectors have
 * their number of words and dimensions instead, since they are never read as a whole.
 */
export function dataFingerprints({ train, dev, test, vectors }: DataOfRun): DataFingerprints {
  return {
    ...(train && { train: fingerprintOfSentences(train.sentences) }),
    ...(dev && { dev: fingerprintOfSentences(dev.sentences) }),
    ...(test && { test: fingerprintOfSentences(test.sentences) }),
    ...(vectors && { vectors: `${vectors.words}x${vectors.dimensions}` }),
  };
}
