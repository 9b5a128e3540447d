// What incomplete labels cost on CoNLL-2003: writes the corpora, trains through the command line, prints the scores on dev.
//
//   npm run build:cli && node bench/partial.mjs --data DIR --embeddings F [--epochs 8] [--seed 1] [--only halves,unknown,new-type]
//
// `halves`: half of the documents annotated with PER and LOC only, the other half with ORG and MISC only.
// `unknown`: half of the mentions made unknown, at random.
// `new-type`: a model of PER, LOC and ORG learns MISC from about 1,000 sentences with MISC only.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawsFrom, shuffled } from './lib/draws.mjs';

const { values: given } = parseArgs({
  options: {
    data: { type: 'string' },
    embeddings: { type: 'string' },
    epochs: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'halves,unknown,new-type' },
  },
});
const { data, embeddings } = given;
if (data === undefined || embeddings === undefined) throw new Error('expected --data and --embeddings');

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-partial-'));
const devFile = join(data, 'eng.testa');
const train = readFileSync(join(data, 'eng.train'), 'utf8');
const dev = readFileSync(devFile, 'utf8');

const documents = train.split(/^(?=-DOCSTART-)/m).map((text) => text.split('\n'));

/** @param {string} line @param {(tag: string) => string} change */
const changed = (line, change) => {
  const cells = line.split(' ');
  return cells.length < 4 ? line : [...cells.slice(0, -1), change(cells.at(-1) ?? '')].join(' ');
};
/** @param {readonly string[]} types @param {readonly string[]} lines */
const only = (types, lines) =>
  lines.map((line) => changed(line, (tag) => (types.includes(tag.slice(2)) ? tag : 'O'))).join('\n');

/** @param {string} name @param {string} text */
function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** @param {readonly string[]} args */
const tagsmith = (args) =>
  execFileSync('node', ['bin/tagsmith.mjs', ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** Trains a model. @param {string} name @param {readonly string[]} args @returns its folder */
function trained(name, args, epochs = given.epochs) {
  const out = join(folder, name);
  const settings = ['--preset', 'tagsmith-documents', '--seed', given.seed, '--epochs', epochs, '--threads', '1'];
  tagsmith(['train', ...args, ...settings, '--out', out]);
  return out;
}

/** @param {string} what @param {string} model @param {readonly string[]} flags */
function report(what, model, flags = []) {
  console.log(`${what}\n${tagsmith(['evaluate', model, devFile, ...flags]).split('\n\n')[0]}\n`);
}

const vectors = ['--embeddings', embeddings];
/** @type {Record<string, () => void>} */
const experiments = {
  halves() {
    const first = new Set(shuffled(documents.length, 12345).slice(0, documents.length / 2));
    /** @param {boolean} isFirst */
    const part = (isFirst) => documents.filter((_, i) => first.has(i) === isFirst).flat();
    const a = write('per-loc.train', only(['PER', 'LOC'], part(true)));
    const b = write('org-misc.train', only(['ORG', 'MISC'], part(false)));
    const files = ['--train', a, '--train', b, '--dev', devFile, ...vectors];
    report('halves, as if all were annotated', trained('naive', files));
    const types = ['--types-of', `${a}=PER,LOC`, '--types-of', `${b}=ORG,MISC`];
    report('halves', trained('halves', [...files, ...types]));
  },
  unknown() {
    const draw = drawsFrom(1);
    let previous = 'O';
    let isHidden = false;
    const hidden = documents.flat().map((line) =>
      changed(line, (tag) => {
        const continues = tag.startsWith('I-') && previous.slice(2) === tag.slice(2);
        if (!continues) isHidden = draw() < 0.5;
        previous = tag;
        return tag !== 'O' && isHidden ? '?' : tag;
      }),
    );
    const file = write('unknown.train', hidden.join('\n'));
    report('half of the mentions unknown', trained('unknown', ['--train', file, '--dev', devFile, ...vectors]));
  },
  'new-type'() {
    /** @param {readonly string[]} lines */
    const sentences = (lines) => lines.join('\n').split(/\n\s*\n/).length;
    const fresh = new Set();
    let count = 0;
    for (const i of shuffled(documents.length, 777)) {
      if (count >= 1000) break;
      fresh.add(i);
      count += sentences(documents[i] ?? []) - 2; // without the line that begins the document, and the end
    }
    /** @param {boolean} isFresh */
    const part = (isFresh) => documents.filter((_, i) => fresh.has(i) === isFresh).flat();
    const types = ['PER', 'LOC', 'ORG'];
    const oldFiles = ['--train', write('old.train', only(types, part(false)))];
    const oldDev = write('old.dev', only(types, dev.split('\n')));
    const old = trained('old', [...oldFiles, '--dev', oldDev, ...vectors]);
    const misc = write('misc.train', only(['MISC'], part(true)));
    const further = ['--from', old, '--train', misc, '--types-of', `${misc}=MISC`, '--dev', devFile];
    const settings = ['learningRate=0.001', 'dropoutInput=0.25', 'dropoutOutput=0.25'].flatMap((one) => ['--set', one]);
    const grown = trained('grown', [...further, ...settings], '12');
    const ofOld = ['--types-of', types.join(',')];
    report('old types before', old, ofOld);
    report('old types after', grown, ofOld);
    report('all types after', grown);
  },
};

for (const name of given.only.split(',')) {
  const run = experiments[name];
  if (run === undefined) throw new Error(`no experiment ${name}: expected ${Object.keys(experiments).join(', ')}`);
  run();
}
