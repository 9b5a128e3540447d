// The effect of name lists: node bench/name-lists.mjs --train FILE --dev FILE [--test FILE] [--embeddings FILE] [--seeds N] [--share N] [--epochs N]
// [--geonames FILE.mo] [--iso-codes FOLDER] [--json]
//
// Lists of countries, their subdivisions and languages are built from Debian's package iso-codes; with --geonames also one of cities, from a
// catalogue of libgeonames-common (usr/share/locale/en/LC_MESSAGES/geonames.mo). Trains on every N-th sentence with and without them, with the
// same seeds. Needs `npm run build:cli`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    dev: { type: 'string' },
    test: { type: 'string' },
    embeddings: { type: 'string' },
    geonames: { type: 'string' },
    'iso-codes': { type: 'string', default: '/usr/share/iso-codes/json' },
    seeds: { type: 'string', default: '2' },
    share: { type: 'string', default: '10' },
    epochs: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const { train, dev } = values;
/** @typedef {{ f1: number }} Scores */
if (train === undefined || dev === undefined) throw new Error('Expected --train FILE and --dev FILE.');

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-lists-'));
try {
  const part = join(folder, 'train.conll');
  const sentences = readFileSync(train, 'utf8')
    .split(/\n\s*\n/)
    .filter((one) => one.trim() !== '');
  writeFileSync(part, sentences.filter((_, i) => i % Number(values.share) === 0).join('\n\n'));
  const lists = writeLists();
  const rows = [
    { name: 'without lists', ...scoresWith(part, []) },
    { name: `with ${lists.map(({ name, names }) => `${names} ${name}`).join(', ')}`, ...scoresWith(part, lists) },
  ];
  for (const row of rows) process.stdout.write(`${values.json ? JSON.stringify(row) : describe(row)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {{ name: string, dev: number[], test: number[] }} row */
function describe({ name, dev: onDev, test }) {
  const list = (/** @type {number[]} */ scores) => scores.map((f1) => f1.toFixed(2)).join(', ');
  return `${name}: dev F1 ${list(onDev)}${test.length > 0 ? `; test F1 ${list(test)}` : ''}`;
}

function writeLists() {
  const lists = {
    countries: iso('3166-1').flatMap((entry) => [entry.name, entry.common_name, entry.official_name]),
    regions: iso('3166-2').map(({ name }) => name),
    languages: iso('639-2').flatMap(({ name = '' }) => name.split('; ')),
    ...(values.geonames && { cities: catalogue(values.geonames) }),
  };
  return Object.entries(lists).map(([name, all]) => {
    // "Bolivia, Plurinational State of": texts use the part before the comma.
    const names = new Set(all.flatMap((one) => (one === undefined ? [] : [one.replace(/[,(].*/, '').trim()])));
    const file = join(folder, `${name}.txt`);
    writeFileSync(file, [...names].join('\n'));
    return { name, file, names: names.size };
  });
}

/** @param {string} standard @returns {Record<string, string>[]} */
function iso(standard) {
  const [entries] = Object.values(JSON.parse(readFileSync(join(values['iso-codes'], `iso_${standard}.json`), 'utf8')));
  return entries;
}

/** The translations of a gettext catalogue, little-endian. @param {string} file */
function catalogue(file) {
  const bytes = readFileSync(file);
  const [count, translations] = [bytes.readUInt32LE(8), bytes.readUInt32LE(16)];
  return Array.from({ length: count }, (_, i) => {
    const [length, at] = [bytes.readUInt32LE(translations + 8 * i), bytes.readUInt32LE(translations + 8 * i + 4)];
    return bytes.toString('utf8', at, at + length);
  }).filter((text) => text !== '' && !text.includes('\n'));
}

/** @param {string} part @param {{ file: string }[]} lists */
function scoresWith(part, lists) {
  const out = join(folder, `model-${lists.length}`);
  const options = [
    'train',
    '--preset',
    'tagsmith', // every tenth sentence: no documents
    '--train',
    part,
    '--dev',
    String(dev),
    '--out',
    out,
    '--seeds',
    values.seeds ?? '2',
    '--device',
    'simd',
    '--threads',
    '1',
    '--json',
  ];
  if (values.epochs !== undefined) options.push('--epochs', values.epochs);
  if (values.test !== undefined) options.push('--test', values.test);
  if (values.embeddings !== undefined) options.push('--embeddings', values.embeddings);
  for (const { file } of lists) options.push('--gazetteer', file);
  const { status, stderr } = spawnSync(process.execPath, ['bin/tagsmith.mjs', ...options], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(stderr);
  for (const line of stderr.split('\n')) if (line.startsWith('list ')) process.stderr.write(`${line}\n`);
  /** @type {{ dev: Scores, test?: Scores, runs?: { dev: Scores, test?: Scores }[] }} */
  const metrics = JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8'));
  const runs = metrics.runs ?? [metrics];
  return {
    dev: runs.map(({ dev: { f1 } }) => 100 * f1),
    test: runs.flatMap(({ test }) => (test === undefined ? [] : [100 * test.f1])),
  };
}
