// Measures a table of tables.mjs on your data with the command line, and writes results/TABLE.json.
//
//   node bench/recipes/run.mjs TABLE --data DIR --embeddings F [--rows label,label] [--again] [--results DIR] [-- options for every row…]
//
// Rows that are already measured are kept, except with --again: a table can be measured in several runs.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable } from '../lib/table.mjs';
import { corpusArgs } from './corpora.mjs';
import { TABLES } from './tables.mjs';

/** @import { epochRecord, scoreRecord } from '../../src/cli/format.ts' */

/**
 * Part of metrics.json.
 *
 * @typedef {object} Metrics
 * @property {{ seed: number }} config
 * @property {{ threads: number }} device
 * @property {number} bestEpoch
 * @property {ReturnType<typeof scoreRecord>} dev
 * @property {ReturnType<typeof scoreRecord>} [test]
 * @property {ReturnType<typeof epochRecord>[]} epochs
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    embeddings: { type: 'string' },
    rows: { type: 'string' },
    again: { type: 'boolean', default: false },
    results: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
});
const [name = '', ...common] = positionals;
const { data, embeddings } = values;
if (TABLES[name] === undefined || data === undefined || embeddings === undefined) {
  throw new Error(
    `usage: node bench/recipes/run.mjs ${Object.keys(TABLES).join(' | ')} --data DIR --embeddings F [--rows label,…]`,
  );
}
const table = TABLES[name];
const file = join(values.results, `${name}.json`);
const results = read();
const asked = values.rows?.split(',') ?? table.rows.map(({ label }) => label);

const scratch = mkdtempSync(join(tmpdir(), 'tagsmith-recipes-'));
try {
  const corpus = [...corpusArgs(table.corpus, data, scratch), '--embeddings', embeddings];
  for (const { label, args } of table.rows) {
    if (!asked.includes(label) || (results.rows[label] !== undefined && !values.again)) continue;
    console.log(`${label}…`);
    const row = measure(corpus, [...args, ...common]);
    Object.assign(results, read()); // another process may have measured other rows meanwhile
    results.rows[label] = row;
    mkdirSync(values.results, { recursive: true });
    writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  }
} finally {
  rmSync(scratch, { recursive: true });
}
report();

/** @returns {{ about: string, rows: Record<string, ReturnType<typeof measure>> }} earlier results */
function read() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { about: table.about, rows: {} };
}

/** @param {string[]} corpus @param {string[]} args */
function measure(corpus, args) {
  const out = join(scratch, 'model');
  rmSync(out, { recursive: true, force: true });
  const launcher = fileURLToPath(new URL('../../bin/tagsmith.mjs', import.meta.url));
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, [launcher, 'train', ...corpus, ...args, '--json', '--out', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`tagsmith train ended with ${status}`);
  const seconds = Math.round((performance.now() - begin) / 1000);
  /** @type {Metrics} */
  const metrics = JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8'));
  const command = ['tagsmith train', ...corpus.map((part) => basename(part)), ...args].join(' ');
  return {
    command,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    processor: cpus()[0]?.model,
    threads: metrics.device.threads,
    seed: metrics.config.seed,
    seconds,
    bestEpoch: metrics.bestEpoch,
    f1: metrics.dev.f1,
    testF1: metrics.test?.f1, // with --test
    byType: Object.fromEntries(Object.entries(metrics.dev.byType).map(([type, { f1 }]) => [type, f1])),
    f1OfEpochs: metrics.epochs.map(({ devF1 }) => Number(devF1.toFixed(5))),
  };
}

function report() {
  const rows = table.rows.flatMap(({ label }) => {
    const row = results.rows[label];
    return row === undefined ? [] : [{ label, ...row }];
  });
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(2);
  printTable(
    table.about,
    ['', 'dev F1', 'best epoch', 'epochs', 'seconds'],
    rows.map(({ label, f1, bestEpoch, f1OfEpochs, seconds }) => [label, percent(f1), `${bestEpoch}`, `${f1OfEpochs.length}`, `${seconds}`]), // prettier-ignore
  );
  if (rows.length < 2) return;
  const mean = rows.reduce((sum, { f1 }) => sum + f1, 0) / rows.length;
  const deviation = Math.sqrt(rows.reduce((sum, { f1 }) => sum + (f1 - mean) ** 2, 0) / (rows.length - 1));
  console.log(`mean of the rows ${percent(mean)}, standard deviation ${percent(deviation)}`);
}
