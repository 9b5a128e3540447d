// Runs every bench at its smallest size, on the sample or on generated data, to see that it runs; its figures mean nothing.
//
//   npm run build:package && npm run bench -- smoke [names…]
//
// A bench whose requirement is missing here is not run, and the reason is printed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { writeVectors } from './lib/corpus.mjs';
import { OUT } from './lib/paths.mjs';
import { isLighthouseCached, LIGHTHOUSE } from './lib/lighthouse.mjs';

const LIMIT = 300_000; // ms, for one bench
const WORDS = 5000;
/** Takes long enough to read for Cancel to be seen; it is pressed in e2e/reading.spec.ts. */
const MANY_WORDS = 60_000;

const data = mkdtempSync(join(tmpdir(), 'tagsmith-smoke-'));
const file = (/** @type {string[]} */ ...path) => join(data, ...path);
const vectors = file('vectors.txt');
const manyVectors = file('many-vectors.txt');
const train = file('eng.train');
const dev = file('eng.testa');

const SMALL = ['--set', 'hidden=8'];
const DATA = ['--data', data, '--embeddings', vectors];
const ONE_EPOCH = ['--results', file('results'), '--', ...SMALL, '--epochs', '1'];
const SECTION = ['bench/bench.mjs', '--rounds', '1', '--sentences', '20', '--no-torch', '--smallest', ...DATA];
const CORPUS = ['--train', train, '--dev', dev];

/**
 * The smallest size of a bench.
 *
 * @typedef {object} Smallest
 * @property {string[]} args of Node
 * @property {() => unknown} [prepare] writes data that only this bench needs
 * @property {() => string | undefined} [missing] what is missing here to run it
 */

/** The longest first. @type {Record<string, Smallest>} */
export const SMALLEST = {
  sections: { args: [...SECTION, 'training', 'decoding', 'step', 'layer', 'vectors', 'epoch'] },
  'annotate-page': {
    args: ['bench/annotate-page.mjs', '--train', train, '--sentences', '6', '--pace', '50', '--settle', '0.3'],
  },
  kills: { args: ['bench/kills.mjs', ...CORPUS, '--epochs', '60', '--kills', '1', '--minutes', '1', ...SMALL] },
  reading: {
    args: [
      'bench/reading.mjs',
      '--embeddings',
      manyVectors,
      '--cancels',
      '0',
      '--rounds',
      '1',
      '--seconds',
      '1',
      ...SMALL,
    ],
    prepare: () => writeVectors(manyVectors, MANY_WORDS),
  },
  'hidden-tab': {
    args: ['bench/hidden-tab.mjs', '--rounds', '1', '--seconds', '1'],
    missing: () => (isCommand('Xvfb') ? undefined : "Debian's xvfb"),
  },
  inside: { args: ['bench/inside.mjs', '--epochs', '2', '--block', '1', ...SMALL] },
  soak: { args: ['bench/soak.mjs', '--epochs', '1', '--every', '1', '--minutes', '1', '--threads', '1', ...SMALL] },
  redaction: {
    args: ['bench/redaction.mjs', '--documents', '8', '--no-office'],
    missing: () => ['unzip', 'strings'].find((name) => !isCommand(name)),
  },
  documents: { args: ['bench/documents.mjs', '--pages', '12', '--rounds', '1'] },
  lighthouse: {
    args: ['bench/lighthouse.mjs', '--rounds', '1', '--forms', 'desktop'],
    missing: () => (isLighthouseCached() ? undefined : `${LIGHTHOUSE} in the cache of npm`),
  },
  sample: { args: ['bench/sample.mjs', '--epochs', '1', '--device', 'simd', ...SMALL] },
  'own-corpus': { args: ['bench/page.mjs', ...CORPUS, '--epochs', '1', ...SMALL] },
  takeaway: {
    args: ['bench/takeaway.mjs', 'test/fixtures/model.zip', file('text.txt'), '--sizes', 'exact', '--rounds', '1'],
  },
  dispatch: { args: [...SECTION, 'dispatch', 'repetition', 'kernels'] },
  page: { args: [...SECTION, 'page'] },
  package: { args: [...SECTION, 'package'] },
  annotate: {
    args: [
      'bench/annotate.mjs',
      ...CORPUS,
      '--strategies',
      'random',
      '--tokens',
      '600',
      '--unlabelled',
      'tagsmith-quick',
    ],
  },
  answers: { args: ['bench/annotate.mjs', ...CORPUS, '--tokens', '300', '--answers', '5'] },
  labels: { args: ['bench/annotate.mjs', '--labels', train, '--folds', '2', '--quick'] },
  'down-weighting': {
    args: ['bench/annotate.mjs', '--labels', train, '--dev', dev, '--folds', '2', '--epochs', '1', '--quick'],
  },
  conll2003: { args: ['bench/conll2003.mjs', data, vectors, ...SMALL, '--epochs', '1'] },
  recipes: {
    args: ['bench/recipes/run.mjs', 'tenth', ...DATA, '--rows', 'adam-notebook', ...ONE_EPOCH],
  },
  ablation: {
    args: ['bench/recipes/ablate.mjs', 'conll2003-tenth', ...DATA, ...ONE_EPOCH, '--only', 'crf'],
  },
  unlabelled: {
    args: ['bench/unlabelled.mjs', ...CORPUS, '--embeddings', vectors, '--share', '0.5', '--epochs', '1'],
  },
  partial: { args: ['bench/partial.mjs', ...DATA, '--epochs', '1', '--only', 'unknown'] },
  'name-lists': {
    args: ['bench/name-lists.mjs', ...CORPUS, '--seeds', '1', '--share', '1', '--epochs', '1', '--iso-codes', data],
    prepare: writeIsoCodes,
  },
  encoder: { args: ['bench/encoder.mjs', '--layers', '1', '--width', '64', '--tokens', '50'] },
  'sentence-ends': { args: ['bench/sentence-ends.mjs'] },
  'bag-of-words': {
    args: ['bench/text-classes/bag-of-words.mjs', ...['train', 'dev', 'test'].map((name) => file(`${name}.jsonl`))],
    prepare: writeTexts,
  },
  gemm: { args: ['bench/kernels/gemm.mjs', '--quick'] },
  'recurrent-layer': { args: ['bench/kernels/recurrent-layer.mjs', '--quick'] },
  'kernel-step': { args: ['bench/kernels/step.mjs'] },
  gpu: {
    args: ['bench/gpu.mjs', ...(isCommand('nvidia-smi') ? ['--rounds', '1'] : ['--pack', file('gpu.tar')])],
  },
};

/** @param {string} name */
function isCommand(name) {
  return spawnSync('which', [name], { stdio: 'ignore' }).status === 0;
}

/** A corpus in the columns of CoNLL-2003 from the first sentences of the sample. @param {number} count */
function smallCorpus(count) {
  const sentences = readFileSync('public/sample/dev.conll', 'utf8').trim().split('\n\n').slice(0, count);
  const rows = sentences.map((sentence) => sentence.replaceAll(/^(\S+) (\S+)$/gm, '$1 NN O $2'));
  return rows.map((sentence, i) => (i % 4 === 0 ? `-DOCSTART- -X- O O\n\n${sentence}` : sentence)).join('\n\n');
}

async function writeData() {
  const corpus = `${smallCorpus(24)}\n`;
  for (const folder of ['conll2003', 'wikigold', 'bc5cdr', 'results']) mkdirSync(file(folder));
  const names = ['eng.train', 'eng.testa', 'conll2003/eng.train', 'conll2003/eng.testa'];
  for (const name of [...names, 'wikigold/wikigold.conll.txt', 'bc5cdr/train.tsv', 'bc5cdr/devel.tsv']) {
    writeFileSync(file(name), corpus);
  }
  writeFileSync(file('text.txt'), 'Nora Field sails to Westmark.\n'.repeat(20));
  await writeVectors(vectors, WORDS);
}

/** What `bench/name-lists.mjs` reads of Debian's iso-codes. */
function writeIsoCodes() {
  const entries = { '3166-1': [{ name: 'Westmark' }], '3166-2': [{ name: 'Norrby' }], '639-2': [{ name: 'English' }] };
  for (const [standard, named] of Object.entries(entries)) {
    writeFileSync(file(`iso_${standard}.json`), JSON.stringify({ [standard]: named }));
  }
}

/** Texts with a class. */
function writeTexts() {
  const lines = [`{"text": "Nora sails far.", "label": "sea"}`, `{"text": "Ivo rests at home.", "label": "land"}`];
  for (const name of ['train', 'dev', 'test']) writeFileSync(file(`${name}.jsonl`), `${lines.join('\n')}\n`);
}

/**
 * Runs the benches with these names, or all; two at a time, since their figures mean nothing.
 *
 * @param {string[]} names
 * @returns how many failed
 */
export async function smoke(names) {
  const unknown = names.find((name) => SMALLEST[name] === undefined);
  if (unknown !== undefined) throw new Error(`there is no ${unknown}: expected ${Object.keys(SMALLEST).join(', ')}`);
  const waiting = Object.entries(SMALLEST).filter(([name]) => names.length === 0 || names.includes(name));
  let failed = 0;
  await writeData();
  try {
    const runInTurn = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) if (!(await run(...next))) failed++;
    };
    await Promise.all([runInTurn(), runInTurn()]);
  } finally {
    rmSync(data, { recursive: true });
    rmSync(join(OUT, 'smoke'), { recursive: true, force: true });
  }
  return failed;
}

/** @param {string} name @param {Smallest} bench @returns {Promise<boolean>} whether it ran, or cannot run here */
async function run(name, { args, prepare, missing }) {
  const lacking = missing?.();
  if (lacking !== undefined) {
    console.log(`${name}: not run: ${lacking} is missing`);
    return true;
  }
  await prepare?.();
  const begin = performance.now();
  const env = { ...process.env, BENCH_FOLDER: join('smoke', name) };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT, env });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const hasRun = status === 0 && output.trim() !== '';
  console.log(`${name}: ${hasRun ? 'ran' : 'FAILED'} in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  if (!hasRun) console.log(`node ${args.join(' ')} ended with ${status ?? 'a time-out'}\n${output}${errors}`);
  return hasRun;
}
