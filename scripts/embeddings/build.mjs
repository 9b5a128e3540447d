// Builds public/embeddings from GloVe 6B with 100 dimensions (https://nlp.stanford.edu/projects/glove/): the 40,000 most frequent
// words, and those of the sample corpus, in order of frequency.
//
//   node scripts/embeddings/build.mjs glove.6B.100d.txt
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const FREQUENT = 40_000;
const ORIGINAL_WORDS = 400_000;
const NAME = 'glove.6B.100d.40k.zip';

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));
const input = process.argv[2];
if (input === undefined) throw new Error('usage: node scripts/embeddings/build.mjs glove.6B.100d.txt');

/** @type {{ module: typeof import('./pack.ts') }} */
const { module: packing } = await runnerImport(path('pack.ts'));
/** @type {{ module: typeof import('../../src/data/vectors/vector-lookup.ts') }} */
const { module: lookup } = await runnerImport(path('../../src/data/vectors/vector-lookup.ts'));

const corpus = ['train', 'dev', 'test'].map((part) => readFileSync(path(`../../public/sample/${part}.conll`), 'utf8'));
const wanted = lookup.wantedSpellings(
  corpus.flatMap((text) => text.split('\n').map((line) => line.split(' ', 1)[0] ?? '')),
);

const words = [];
const vectors = [];
let read = 0;
for await (const line of createInterface({ input: createReadStream(input) })) {
  const [word, ...numbers] = line.split(' ');
  if (word === undefined || (read++ >= FREQUENT && !wanted.has(word))) continue;
  words.push(word);
  vectors.push(Float32Array.from(numbers, Number));
}

const bytes = packing.packVectors(words, vectors);
mkdirSync(path('../../public/embeddings'), { recursive: true });
writeFileSync(path(`../../public/embeddings/${NAME}`), bytes);
const manifest = {
  file: NAME,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  source: 'GloVe 6B (Wikipedia 2014 and Gigaword 5), 100 dimensions: https://nlp.stanford.edu/projects/glove/',
  citation: 'Pennington, Socher and Manning 2014: GloVe: Global Vectors for Word Representation. EMNLP.',
  licence: 'Public Domain Dedication and License (PDDL) 1.0: https://opendatacommons.org/licenses/pddl/1-0/',
  words: words.length,
  dimensions: vectors[0]?.length ?? 0,
  selection: `The ${FREQUENT} most frequent words, and ${words.length - FREQUENT} others that the sample corpus has.`,
  quantisation: { values: 'int8', scales: 'float32, one a word', ...errorOf(vectors) },
  ...(read < ORIGINAL_WORDS && {
    note: `Made from a copy that has ${read} of the original's ${ORIGINAL_WORDS} words: without most numbers, and without most words that have a full stop or an apostrophe.`,
  }),
};
writeFileSync(path('../../public/embeddings/manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(manifest);

/** The quantization error of eight bits: at most half a step of each row. */
function errorOf(/** @type {Float32Array[]} */ rows) {
  let largest = 0;
  let sum = 0;
  let count = 0;
  let magnitude = 0;
  for (const row of rows) {
    const scale = Math.fround(row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127);
    for (const value of row) {
      const error = Math.abs(Math.round(value / scale) * scale - value);
      largest = Math.max(largest, error);
      sum += error;
      magnitude += Math.abs(value);
      count++;
    }
  }
  const rounded = (/** @type {number} */ value) => Number(value.toPrecision(3));
  return {
    largestError: rounded(largest),
    meanError: rounded(sum / count),
    meanMagnitude: rounded(magnitude / count),
  };
}
