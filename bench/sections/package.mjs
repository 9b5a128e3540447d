// The npm package: the size of the download, and of the installed package.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { printTable, rounded } from '../lib/table.mjs';

/** @typedef {{ size: number, unpackedSize: number, files: { path: string, size: number }[] }} Packed */

/** By path prefix; the last one matches the rest. */
const PARTS = {
  'word vectors': 'dist/embeddings/',
  studio: 'dist/',
  'command line': 'dist-cli/',
  library: 'dist-library/',
  documents: '',
};

/** @param {import('../lib/context.mjs').Context} context */
export async function run({ options }) {
  if (!options.isSmallest) npm('run', '--silent', 'build:package');
  /** @type {Packed[]} */
  const [packed] = JSON.parse(npm('pack', '--ignore-scripts', '--dry-run', '--json'));
  if (packed === undefined) throw new Error('npm pack printed no package');
  /** @type {Record<string, { kB: number, gzipKB: number }>} */
  const parts = Object.fromEntries(Object.keys(PARTS).map((part) => [part, { kB: 0, gzipKB: 0 }]));
  for (const { path, size } of packed.files) {
    const [part = ''] = Object.entries(PARTS).find(([, prefix]) => path.startsWith(prefix)) ?? [];
    const sum = parts[part];
    if (sum === undefined) continue;
    sum.kB += size / 1000;
    sum.gzipKB += gzipSync(readFileSync(path)).length / 1000;
  }
  printTable(
    `npm package: ${rounded(packed.size / 1000)} kB packed, ${rounded(packed.unpackedSize / 1000)} kB installed, ${packed.files.length} files, no dependencies`,
    ['', 'kB', 'kB gzipped'],
    Object.entries(parts).map(([part, { kB, gzipKB }]) => [part, rounded(kB), rounded(gzipKB)]),
  );
  return { packed: packed.size, installed: packed.unpackedSize, files: packed.files.length, parts };
}

/** @param {string[]} args */
function npm(...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
