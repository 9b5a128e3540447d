// Runs the ablation on a corpus of corpora.mjs, and writes results/NAME.json, by default results/ablation-CORPUS.json.
//
//   node bench/recipes/ablate.mjs conll2003-tenth --data DIR --embeddings F [--name NAME] [--results DIR] [-- options of tagsmith ablate…]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusArgs } from './corpora.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    embeddings: { type: 'string' },
    name: { type: 'string' },
    results: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
});
const [corpus, ...options] = positionals;
if (corpus === undefined || values.data === undefined || values.embeddings === undefined) {
  throw new Error('usage: node bench/recipes/ablate.mjs CORPUS --data DIR --embeddings F [--name NAME] [-- options…]');
}

const scratch = mkdtempSync(join(tmpdir(), 'tagsmith-ablation-'));
try {
  const data = corpusArgs(/** @type {import('./corpora.mjs').CorpusName} */ (corpus), values.data, scratch);
  const launcher = fileURLToPath(new URL('../../bin/tagsmith.mjs', import.meta.url));
  const out = join(scratch, 'out');
  const args = [...data, '--embeddings', values.embeddings, '--out', out, ...options];
  const { status } = spawnSync(process.execPath, [launcher, 'ablate', ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`tagsmith ablate ended with ${status}`);
  mkdirSync(values.results, { recursive: true });
  // Local paths are not stored.
  const measured = JSON.parse(readFileSync(join(out, 'ablation.json'), 'utf8'), (key, value) =>
    key === 'file' || (typeof value === 'string' && value.startsWith('/')) ? basename(value) : value,
  );
  writeFileSync(
    join(values.results, `${values.name ?? `ablation-${corpus}`}.json`),
    `${JSON.stringify(measured, null, 2)}\n`,
  );
} finally {
  rmSync(scratch, { recursive: true });
}
