import { throwIfAborted } from '../lib/errors.ts';
import type { Pooling } from '../data/vocabulary/features.ts';
import type { EncoderSession } from './session.ts';
import { windowsOf, type EncoderWindow } from './windows.ts';
import type { WordPieces } from './word-pieces.ts';

export interface FeatureOptions {
  pieces: WordPieces;
  /** Names of the layers whose vectors are concatenated, with d values in total. */
  layers: readonly string[];
  pooling: Pooling;
  /** Maximum number of word pieces per window. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/** Pieces per batch, including padding: enough for efficient products, while Cancel takes effect within about a second. */
const BATCH_PIECES = 1024;

interface Job extends EncoderWindow {
  sentence: number;
  pieces: number;
}

/**
 * The features of non-empty sentences, in the order in which they are computed: windows of similar length are batched.
 *
 * @param sentences words of each
 * @returns `features`: [T, d]
 * @throws StudioError Cancelled
 */
export async function* sentenceFeatures(
  session: EncoderSession,
  sentences: readonly (readonly string[])[],
  { pieces, layers, pooling, limit, signal }: FeatureOptions,
): AsyncGenerator<{ sentence: number; features: Float32Array }, void> {
  const wordsOf = (sentence: number) => sentences[sentence]!.map((word) => pieces.of(word).subarray(0, limit));
  const jobs: Job[] = [];
  const open = new Map<number, number>(); // number of remaining windows of each sentence
  for (const [sentence, words] of sentences.entries()) {
    const counts = words.map((word) => Math.min(pieces.of(word).length, limit));
    const windows = windowsOf(counts, limit);
    if (windows.length > 0) open.set(sentence, windows.length);
    for (const window of windows) {
      const size = counts.slice(window.first, window.end).reduce((sum, n) => sum + n, 0);
      jobs.push({ ...window, sentence, pieces: size });
    }
  }
  jobs.sort((a, b) => a.pieces - b.pieces || a.sentence - b.sentence || a.first - b.first);
  const partial = new Map<number, Float32Array>();
  const around = pieces.before.length + pieces.after.length;
  for (let begin = 0; begin < jobs.length;) {
    throwIfAborted(signal);
    let end = begin + 1;
    while (end < jobs.length && (end + 1 - begin) * (jobs[end]!.pieces + around) <= BATCH_PIECES) end++;
    const batch = jobs.slice(begin, end);
    begin = end;
    const S = batch.at(-1)!.pieces + around;
    const ids = new Int32Array(batch.length * S).fill(pieces.padding);
    const lengths = Int32Array.from(batch, (job) => job.pieces + around);
    const words = batch.map((job) => wordsOf(job.sentence).slice(job.first, job.end));
    words.forEach((ofWindow, b) => {
      let at = b * S;
      for (const part of [pieces.before, ...ofWindow, pieces.after]) {
        ids.set(part, at);
        at += part.length;
      }
    });
    const vectors = await session.run(layers, ids, lengths); // [B, S, d]
    const d = vectors.length / ids.length;
    for (const [b, job] of batch.entries()) {
      const { sentence, first, from, to } = job;
      const features = partial.get(sentence) ?? new Float32Array(sentences[sentence]!.length * d);
      let row = b * S + pieces.before.length;
      for (const [i, word] of words[b]!.entries()) {
        const t = first + i;
        if (t >= from && t < to) {
          const taken = pooling === 'first' ? 1 : word.length;
          poolRows(vectors, row, taken, features.subarray(t * d, (t + 1) * d));
        }
        row += word.length;
      }
      const rest = open.get(sentence)! - 1;
      open.set(sentence, rest);
      if (rest > 0) {
        partial.set(sentence, features);
        continue;
      }
      partial.delete(sentence);
      yield { sentence, features };
    }
  }
}

/** The mean of consecutive rows. @param vectors [N, d] @param into [d], zeros */
function poolRows(vectors: Float32Array, first: number, rows: number, into: Float32Array): void {
  const d = into.length;
  for (let row = first; row < first + rows; row++) {
    for (let i = 0; i < d; i++) into[i]! += vectors[row * d + i]! / rows;
  }
}
