// Generated data: sentences and vectors that resemble CoNLL-2003 and GloVe in what affects the time.
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';

/**
 * Lengths of the training sentences of CoNLL-2003 at every 5th percentile, from the shortest to the longest: mean 14.5, half of
 * them 10 or less, a tenth 32 or more.
 */
const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 13, 16, 19, 22, 26, 29, 32, 37, 113];

/** Distinct forms, and the exponent and shift of their frequencies (Zipf-Mandelbrot): half of the forms occur once. */
const FORMS = 60_000;
const ZIPF = { exponent: 1.13, shift: 4 };

/** Frequent forms are short: forms have 7 characters on average, tokens 4.5. */
const FREQUENT = 100;
const MEAN_LENGTHS = { frequent: 2, others: 6.5 };
const LONGEST_FORM = 16;

/** Probability that an entity begins, and that it continues: 0.115 per token, 1.45 tokens long. */
const ENTITY = { begins: 0.125, continues: 0.31 };

/**
 * Sentences in CoNLL columns.
 *
 * @param {{ sentences: number, length?: number, types?: number, perDocument?: number }} options length: the same for all; types of
 *   entities; sentences per document
 */
export function corpusText({ sentences, length, types = 4, perDocument }) {
  const random = randomNumbers(1);
  const forms = wordForms(random);
  const draw = zipf(random);
  let text = '';
  for (let s = 0; s < sentences; s++) {
    if (perDocument !== undefined && s % perDocument === 0) text += '-DOCSTART- O\n\n';
    let inside = 0; // the type of the current entity, from 1
    for (let t = length ?? sentenceLength(random()); t > 0; t--) {
      const continues = inside > 0 && random() < ENTITY.continues;
      const begins = !continues && random() < ENTITY.begins;
      if (!continues) inside = begins ? 1 + Math.floor(types * random()) : 0;
      text += `${forms[draw()]} ${inside === 0 ? 'O' : `${continues ? 'I' : 'B'}-T${inside}`}\n`;
    }
    text += '\n';
  }
  return text;
}

/** @param {string} path @param {Parameters<typeof corpusText>[0]} options */
export function writeCorpus(path, options) {
  writeFileSync(path, corpusText(options));
}

/**
 * A file like the text of GloVe: the words of the corpus first, each with 100 numbers.
 *
 * @param {string} path
 * @param {number} words
 */
export async function writeVectors(path, words) {
  const random = randomNumbers(2);
  const forms = wordForms(randomNumbers(1));
  const numbers = Array.from({ length: 5000 }, () => (2 * random() - 1).toFixed(5 + Math.floor(2 * random())));
  const file = createWriteStream(path);
  for (let word = 0; word < words; word++) {
    let line = forms[word] ?? `word${word}`;
    for (let i = 0; i < 100; i++) line += ` ${numbers[Math.floor(numbers.length * random())]}`;
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

/** @param {number} p in [0, 1) */
function sentenceLength(p) {
  const at = p * (LENGTHS.length - 1);
  const below = LENGTHS[Math.floor(at)] ?? 1;
  const above = LENGTHS[Math.floor(at) + 1] ?? below;
  // The longest 5% have a tail: few are near the end of their interval.
  const share = above > 100 ? (at % 1) ** 6 : at % 1;
  return Math.round(below + share * (above - below));
}

/** @param {() => number} random */
function wordForms(random) {
  const letters = 'etaoinshrdlcumwfgypbvkjxqz';
  /** @type {Set<string>} */
  const forms = new Set();
  while (forms.size < FORMS) {
    const mean = forms.size < FREQUENT ? MEAN_LENGTHS.frequent : MEAN_LENGTHS.others;
    const size = Math.min(LONGEST_FORM, Math.max(1, Math.round(mean + (random() + random() + random() - 1.5) * mean)));
    let form = '';
    for (let i = 0; i < size; i++) form += letters[Math.floor(letters.length * random() ** 2)];
    forms.add(random() < 0.35 && forms.size >= FREQUENT ? form[0]?.toUpperCase() + form.slice(1) : form);
  }
  return [...forms];
}

/** @param {() => number} random @returns {() => number} draws the number of a form */
function zipf(random) {
  const sums = new Float64Array(FORMS);
  let sum = 0;
  for (let rank = 0; rank < FORMS; rank++) sums[rank] = sum += (rank + 1 + ZIPF.shift) ** -ZIPF.exponent;
  return () => {
    const at = sum * random();
    let [low, high] = [0, FORMS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The same numbers in every run (mulberry32). @param {number} seed @returns {() => number} in [0, 1) */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
