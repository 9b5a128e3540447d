import { DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import { readCorpus } from '../data/corpora/read-corpus.ts';
import { randomUniform, streamKey } from '../lib/rng.ts';
import type { RunSource } from './prepare.ts';

/** What is timed to compare devices and machines: the default recipe, a batch of 8 sentences a step. */
export const MEASURED_CONFIG: RunConfig = { ...DEFAULT_CONFIG, batchSize: 8 };

/** Lengths like those of news text, about 14 tokens on average. */
const LENGTHS = [2, 5, 7, 9, 10, 13, 17, 22, 27, 32];
/** Four batches: as many as are timed. */
const SENTENCES = 32;
const DISTINCT_WORDS = 900;
const LETTERS = 'etaoinshrdlcumwf';

/** Generated sentences, the same everywhere, so that the times of two machines can be compared. */
export function measuredSource(): RunSource {
  let text = '';
  for (let s = 0, at = 0; s < SENTENCES; s++) {
    for (let t = 0; t < LENGTHS[s % LENGTHS.length]!; t++, at++) {
      const draw = randomUniform(streamKey(1, 0), at);
      text += `${wordOf(Math.floor(draw ** 2 * DISTINCT_WORDS))} ${at % 9 === 0 ? 'B-PER' : at % 11 === 0 ? 'B-LOC' : 'O'}\n`;
    }
    text += '\n';
  }
  const { sentences, style } = readCorpus('measured.conll', new TextEncoder().encode(text));
  return { train: sentences, dev: sentences.slice(0, 1), others: [], style, vectors: undefined };
}

/** 2 to 9 letters, some of them capitals. */
function wordOf(number: number): string {
  const length = 2 + (number % 8);
  const letters = Array.from({ length }, (_, i) => LETTERS[(number * (i + 3) + i) % LETTERS.length]!);
  const word = letters.join('') + String(number);
  return number % 5 === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
