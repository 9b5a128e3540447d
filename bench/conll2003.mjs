// Trains on CoNLL-2003 through the command line, and prints the counts, and the dev F1 and speed of each epoch.
//
//   node bench/conll2003.mjs DATA [EMBEDDINGS] [options of tagsmith train…]
//
// DATA (default: $CONLL2003) is a folder with eng.train, eng.testa and optionally eng.testb; EMBEDDINGS (default: $GLOVE) a
// vectors file. The corpus is Reuters' and needs a licence. With --torch, PyTorch trains afterwards on the same files, in
// $PYTHON or python3.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @import { epochRecord, scoreRecord } from '../src/cli/format.ts' */
/** @import { CorpusSummary } from '../src/data/corpus.ts' */
/** @typedef {ReturnType<typeof epochRecord>} EpochRecord */
/** @typedef {{ test: string } & ReturnType<typeof scoreRecord>} TestRecord */

/** As counted by the shared task (Tjong Kim Sang & De Meulder 2003, tables 1 and 2), without the -DOCSTART- lines. */
const PUBLISHED = {
  train: { sentences: 14_041, tokens: 203_621, entities: 23_499 },
  dev: { sentences: 3_250, tokens: 51_362, entities: 5_942 },
};

/** What bench/peers/pytorch_model.py trains. */
const PYTORCH_MODEL = [
  'context=sentence',
  'charDim=30',
  'charFeatures=30',
  'wordDropout=0',
  'optimizer=adam',
  'averaging=0',
];

const args = process.argv.slice(2);
const withPytorch = args.includes('--torch');
const rest = args.filter((arg) => arg !== '--torch');
const named = rest.findIndex((arg) => arg.startsWith('--'));
const [data = process.env.CONLL2003, embeddings = process.env.GLOVE] = named < 0 ? rest : rest.slice(0, named);
const options = named < 0 ? [] : rest.slice(named);

if (data === undefined || !existsSync(join(data, 'eng.train'))) {
  console.error(`Skipped: no eng.train in ${data ?? 'a folder given as the first argument'}.`);
  process.exit(0);
}

const out = mkdtempSync(join(tmpdir(), 'tagsmith-bench-'));
try {
  const files = ['--train', join(data, 'eng.train'), '--dev', join(data, 'eng.testa')];
  if (existsSync(join(data, 'eng.testb'))) files.push('--test', join(data, 'eng.testb'));
  if (embeddings !== undefined) files.push('--embeddings', embeddings);
  const model = withPytorch ? PYTORCH_MODEL.flatMap((setting) => ['--set', setting]) : [];
  const code = await train([...files, '--out', out, '--epochs', '8', ...model, ...options]);
  if (code !== 0) process.exit(code);
  const metrics = JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8'));
  compareCounts(metrics.data);
  if (withPytorch) runPytorch(files, metrics.config);
} finally {
  rmSync(out, { recursive: true });
}

/**
 * @param {string[]} trainArgs
 * @returns {Promise<number>} exit code
 */
async function train(trainArgs) {
  const launcher = fileURLToPath(new URL('../bin/tagsmith.mjs', import.meta.url));
  const child = spawn(process.execPath, [launcher, 'train', ...trainArgs, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  for await (const line of createInterface({ input: child.stdout })) printRecord(JSON.parse(line));
  return ended;
}

/** @param {EpochRecord | TestRecord} record a line of `tagsmith train --json` */
function printRecord(record) {
  if ('test' in record) {
    console.log(`test F1 ${(100 * record.f1).toFixed(2)}`);
    return;
  }
  const { epoch, loss, devF1, tokensPerSecond, seconds } = record;
  console.log(
    `epoch ${epoch}: loss ${loss.toFixed(4)}, dev F1 ${(100 * devF1).toFixed(2)}, ${Math.round(tokensPerSecond)} tokens/s, ${seconds.toFixed(1)} s`,
  );
}

/** @param {Record<'train' | 'dev', CorpusSummary>} data as in metrics.json */
function compareCounts(data) {
  for (const name of /** @type {const} */ (['train', 'dev'])) {
    const expected = PUBLISHED[name];
    const { sentences, tokens, entities } = data[name];
    const same = JSON.stringify({ sentences, tokens, entities }) === JSON.stringify(expected);
    console.log(
      `${name}: ${sentences} sentences, ${tokens} tokens, ${entities} entities: ${same ? 'as published' : `published are ${JSON.stringify(expected)}`}`,
    );
  }
}

/**
 * @param {string[]} files
 * @param {{ epochs: number, batchSize: number, seed: number }} config
 */
function runPytorch(files, { epochs, batchSize, seed }) {
  const script = fileURLToPath(new URL('peers/pytorch.py', import.meta.url));
  const { status, error } = spawnSync(
    process.env.PYTHON ?? 'python3',
    [script, ...files, '--epochs', `${epochs}`, '--batch', `${batchSize}`, '--seed', `${seed}`],
    { stdio: 'inherit' },
  );
  if (error !== undefined) console.log(`Skipped: PyTorch needs python3 (${error.message}).`);
  else if (status !== 0) process.exitCode = status ?? 1;
}
