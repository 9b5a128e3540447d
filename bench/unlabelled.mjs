// What unlabelled text brings: takes the labels off most documents of a corpus, and trains with their text. The output
// compares the model that learns from it with those that do not.
//
//   npm run build:cli && node bench/unlabelled.mjs [--train F --dev F --embeddings F] [--share 0.1] [--pool 1] [--epochs N] [--seed 1]
//
// Without files: the sample corpus. `share`: of the documents (sentences, in a file without documents) that keep their labels; `pool`: share
// of the others whose text is used. All options of `tagsmith train` may follow `--`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shuffled } from './lib/draws.mjs';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    train: { type: 'string', default: 'public/sample/train.conll' },
    dev: { type: 'string', default: 'public/sample/dev.conll' },
    embeddings: { type: 'string', default: 'public/embeddings/glove.6B.100d.40k.zip' },
    share: { type: 'string', default: '0.1' },
    pool: { type: 'string', default: '1' },
    epochs: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
});

const text = readFileSync(given.train, 'utf8');
const parts = text.split(/^(?=-DOCSTART-)/m);
const units = parts.length > 2 ? parts : text.split(/\n\s*\n/).map((sentence) => `${sentence}\n\n`);
const order = shuffled(units.length, Number(given.seed));
const labelled = Math.round(Number(given.share) * units.length);
const pooled = labelled + Math.round(Number(given.pool) * (units.length - labelled));

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-unlabelled-'));
/** In the order of the file. @param {readonly number[]} chosen */
const textOf = (chosen) =>
  [...chosen]
    .sort((a, b) => a - b)
    .map((i) => units[i] ?? '')
    .join('');
const gold = join(folder, 'gold.conll');
const pool = join(folder, 'pool.conll');
writeFileSync(gold, textOf(order.slice(0, labelled)));
const withoutTags = textOf(order.slice(labelled, pooled)).replaceAll(/^(\S+)(?:[ \t]\S+)+$/gm, '$1');
writeFileSync(pool, withoutTags);

console.log(`${labelled} of ${units.length} documents are labelled; the text of ${pooled - labelled} others is used`);
const { dev, embeddings, epochs, seed } = given;
const files = ['--train', gold, '--unlabelled', pool, '--dev', dev, '--embeddings', embeddings];
const settings = ['--epochs', epochs, '--seed', seed, '--out', join(folder, 'model'), ...positionals];
execFileSync('node', ['bin/tagsmith.mjs', 'train', ...files, ...settings], { stdio: 'inherit' });
