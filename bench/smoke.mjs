// Runs every bench at its smallest size, on the sample or on generated data, to see that it runs; its figures mean nothing.
//
//   npm run build:package && npm run bench -- smoke [names…] [--ci]
//
// --ci leaves out what takes longer than CI has, and says why. A bench whose requirement is missing here is not run, and the reason
// is printed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeVectors } from './lib/corpus.mjs';

const LIMIT = 300_000; // ms, for one bench
const WORDS = 5000;
/** Takes long enough to read for Cancel to be pressed. */
const MANY_WORDS = 100_000;

const data = mkdtempSync(join(tmpdir(), 'tagsmith-smoke-'));
const file = (/** @type {string[]} */ ...path) => join(data, ...path);
const vectors = file('vectors.txt');
const manyVectors = file('many-vectors.txt');
const train = file('eng.train');
const dev = file('eng.testa');

const SMALL = ['--set', 'hidden=8'];
const DATA = ['--data', data, '--embeddings', vectors];
const ONE_EPOCH = ['--results', file('results'), '--', ...SMALL, '--epochs', '1'];
const SECTION = ['bench/bench.mjs', '--rounds', '1', '--sentences', '20', '--no-torch', ...DATA];

/**
 * The smallest size of a bench.
 *
 * @typedef {object} Smallest
 * @property {string[]} args of Node
 * @property {() => Promise<void>} [prepare] writes data that only this bench needs
 * @property {string} [notInCi] why CI does not run it
 * @property {() => string | undefined} [missing] what is missing here to run it
 */

/** @type {Record<string, Smallest>} */
export const SMALLEST = {
  sections: {
    args: [...SECTION, 'training', 'decoding', 'step', 'layer', 'vectors', 'epoch'],
    notInCi: 'builds the engine twice, and times the studio four times',
  },
  page: { args: [...SECTION, 'page'], notInCi: 'builds the studio again' },
  package: { args: [...SECTION, 'package'], notInCi: 'builds the package again' },
  'own-corpus': { args: ['bench/page.mjs', '--train', train, '--dev', dev, '--epochs', '1', ...SMALL] },
  sample: {
    args: ['bench/sample.mjs', '--epochs', '1', '--device', 'simd', ...SMALL],
    notInCi: 'like own-corpus, on more sentences',
  },
  soak: {
    args: ['bench/soak.mjs', '--epochs', '1', '--every', '1', '--minutes', '1', ...SMALL],
    notInCi: 'the browser takes up to a minute to measure its memory',
  },
  reading: {
    args: [
      'bench/reading.mjs',
      '--embeddings',
      manyVectors,
      '--cancels',
      '1',
      '--rounds',
      '1',
      '--seconds',
      '1',
      ...SMALL,
    ],
    prepare: () => writeVectors(manyVectors, MANY_WORDS),
    notInCi: 'reads 90 MB of vectors four times; e2e/reading.spec.ts presses Cancel',
  },
  kills: {
    args: [
      'bench/kills.mjs',
      '--train',
      train,
      '--dev',
      dev,
      '--epochs',
      '4',
      '--kills',
      '1',
      '--minutes',
      '1',
      ...SMALL,
    ],
    notInCi: 'trains twice in the page; e2e/restore.spec.ts kills a page',
  },
  'hidden-tab': {
    args: ['bench/hidden-tab.mjs', '--rounds', '1', '--seconds', '2'],
    missing: () => (isCommand('Xvfb') ? undefined : 'Xvfb'),
    notInCi: 'needs Xvfb',
  },
  documents: { args: ['bench/documents.mjs', '--pages', '12', '--rounds', '1'] },
  inside: { args: ['bench/inside.mjs', '--epochs', '40'], notInCi: 'compares blocks of eight epochs of the sample' },
  takeaway: {
    args: ['bench/takeaway.mjs', 'test/fixtures/model.zip', file('text.txt'), '--rounds', '1'],
    notInCi: 'opens twelve saved pages; e2e/saved-page.spec.ts opens one',
  },
  'annotate-page': {
    args: ['bench/annotate-page.mjs', '--train', train, '--sentences', '6', '--pace', '50'],
    notInCi: 'annotates by keyboard in real time',
  },
  annotate: {
    args: ['bench/annotate.mjs', '--train', train, '--dev', dev, '--strategies', 'random', '--tokens', '200'],
  },
  labels: { args: ['bench/annotate.mjs', '--labels', train, '--quick'], notInCi: 'trains ten models' },
  conll2003: { args: ['bench/conll2003.mjs', data, vectors, ...SMALL, '--epochs', '1'] },
  recipes: {
    args: ['bench/recipes/run.mjs', 'tenth', ...DATA, '--rows', 'adam-notebook', ...ONE_EPOCH],
  },
  ablation: {
    args: ['bench/recipes/ablate.mjs', 'conll2003-tenth', ...DATA, ...ONE_EPOCH, '--only', 'crf'],
  },
  unlabelled: {
    args: [
      'bench/unlabelled.mjs',
      '--train',
      train,
      '--dev',
      dev,
      '--embeddings',
      vectors,
      '--share',
      '0.5',
      '--epochs',
      '1',
    ],
  },
  partial: { args: ['bench/partial.mjs', ...DATA, '--epochs', '1', '--only', 'unknown'] },
  'name-lists': {
    args: ['bench/name-lists.mjs', '--train', train, '--dev', dev, '--seeds', '1', '--share', '1', '--epochs', '1'],
    missing: () => (existsSync('/usr/share/iso-codes/json') ? undefined : "Debian's iso-codes"),
    notInCi: "needs Debian's iso-codes",
  },
  encoder: { args: ['bench/encoder.mjs', '--layers', '1', '--width', '64', '--tokens', '50'] },
  gemm: { args: ['bench/kernels/gemm.mjs'], notInCi: 'measures each product 200 times' },
  'recurrent-layer': { args: ['bench/kernels/recurrent-layer.mjs'], notInCi: 'measures each layer many times' },
  'kernel-step': { args: ['bench/kernels/step.mjs'] },
  gpu: { args: ['bench/gpu.mjs', '--rounds', '1'], missing: () => (isCommand('nvidia-smi') ? undefined : 'a GPU') },
};

/** @param {string} name */
const isCommand = (name) => spawnSync('which', [name], { stdio: 'ignore' }).status === 0;

/** A corpus in the columns of CoNLL-2003 from the first sentences of the sample. @param {number} count */
function smallCorpus(count) {
  const sentences = readFileSync('public/sample/dev.conll', 'utf8').trim().split('\n\n').slice(0, count);
  const rows = sentences.map((sentence) => sentence.replaceAll(/^(\S+) (\S+)$/gm, '$1 NN O $2'));
  return rows.map((sentence, i) => (i % 4 === 0 ? `-DOCSTART- -X- O O\n\n${sentence}` : sentence)).join('\n\n');
}

async function writeData() {
  const text = `${smallCorpus(24)}\n`;
  for (const folder of ['conll2003', 'wikigold', 'bc5cdr', 'results']) mkdirSync(file(folder));
  const names = ['eng.train', 'eng.testa', 'conll2003/eng.train', 'conll2003/eng.testa'];
  for (const name of [...names, 'wikigold/wikigold.conll.txt', 'bc5cdr/train.tsv', 'bc5cdr/devel.tsv']) {
    writeFileSync(file(name), text);
  }
  writeFileSync(file('text.txt'), 'Nora Field sails to Westmark.\n'.repeat(20));
  await writeVectors(vectors, WORDS);
}

/** Runs the benches with these names, or all. @param {string[]} args @returns how many failed */
export async function smoke(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ci: { type: 'boolean', default: false } },
  });
  const unknown = positionals.find((name) => SMALLEST[name] === undefined);
  if (unknown !== undefined) throw new Error(`there is no ${unknown}: expected ${Object.keys(SMALLEST).join(', ')}`);
  await writeData();
  let failed = 0;
  try {
    for (const [name, { args: given, prepare, missing, notInCi }] of Object.entries(SMALLEST)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      const lacking = missing?.();
      const why = values.ci && notInCi !== undefined ? notInCi : lacking && `${lacking} is missing`;
      if (why !== undefined) {
        console.log(`${name}: not run: ${why}`);
        continue;
      }
      await prepare?.();
      const begin = performance.now();
      const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: LIMIT });
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      const isSilent = stdout.trim() === '';
      console.log(`${name}: ${status === 0 && !isSilent ? 'ran' : 'FAILED'} in ${seconds} s`);
      if (status === 0 && !isSilent) continue;
      failed++;
      console.log(`node ${given.join(' ')} ended with ${status ?? 'a time-out'}\n${stdout}${stderr}`);
    }
  } finally {
    rmSync(data, { recursive: true });
  }
  return failed;
}
