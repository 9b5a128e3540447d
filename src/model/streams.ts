import { streamKey } from '../lib/rng.ts';
import type { EpochKeys } from '../data/batches/batching.ts';

/**
 * The random streams of training and of choosing sentences, each with its number, which is below 2^6. A stream that is indexed by a step, an
 * epoch or a place gives other numbers for each. `tagsmith_torch/training/random_numbers.py` has those that it needs; a test compares them.
 */
export const STREAMS = {
  // Initial parameters
  wordTable: 0,
  weights: 1, // by place in the list of parameters
  newWords: 2, // of a model that is trained further in Python, by the number of its words
  newCharacters: 3, // the same, by the number of its characters
  // Dropout, by step
  charDropout: 4,
  inputDropout: 5,
  contextDropout: 6,
  output0Dropout: 7,
  output1Dropout: 8,
  output2Dropout: 9,
  unknownWords: 10,
  listDropout: 11,
  matchDropout: 12,
  columnDropout: 13,
  // Batches, by epoch
  sentenceLengths: 14,
  documentHalf: 15,
  weightedSentences: 16,
  batchOrder: 17,
  // Choice of sentences
  trainingShare: 18,
  heldOutDev: 19,
  furtherSentences: 20, // by the number of sentences
  annotationOrder: 21, // by the number of sentences
  // Search
  candidate: 22, // by candidate
  // Changes of the training sentences
  augmentation: 23,
} as const;

export type StreamName = keyof typeof STREAMS;

/** Bits of an index. A run of 2^26 steps takes days; after that, masks repeat. */
const INDEX_BITS = 26;

/**
 * The key of a random stream, for the functions of lib/rng.ts. With the same seed, each pair of stream and index has another key: the pair is
 * one number of 32 bits, and `hash32` is a bijection.
 */
export function randomKey(seed: number, stream: StreamName, index = 0): number {
  return streamKey(seed, (STREAMS[stream] << INDEX_BITS) | (index % 2 ** INDEX_BITS));
}

/** @param epoch from 1 */
export function epochKeys(seed: number, epoch: number): EpochKeys {
  return {
    lengths: randomKey(seed, 'sentenceLengths', epoch),
    documents: randomKey(seed, 'documentHalf', epoch),
    weights: randomKey(seed, 'weightedSentences', epoch),
    order: randomKey(seed, 'batchOrder', epoch),
  };
}
