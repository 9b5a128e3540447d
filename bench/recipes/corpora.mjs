// The corpora of the tables, from your own files: a folder with conll2003/eng.train and eng.testa, wikigold/wikigold.conll.txt,
// bc5cdr/train.tsv and devel.tsv. Corpora without a dev part, and smaller ones, are split by sentence with seed 1.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {'conll2003' | 'conll2003-tenth' | 'wikigold' | 'bc5cdr'} CorpusName */

/**
 * Options for `tagsmith train`.
 *
 * @param {CorpusName} name
 * @param {string} data
 * @param {string} scratch folder for the parts
 * @returns {string[]}
 */
export function corpusArgs(name, data, scratch) {
  const file = (/** @type {string[]} */ ...path) => {
    const found = join(data, ...path);
    if (!existsSync(found)) throw new Error(`there is no ${found}`);
    return found;
  };
  const write = (/** @type {string} */ part, /** @type {string[]} */ sentences) => {
    const path = join(scratch, `${name}.${part}.conll`);
    writeFileSync(path, `${sentences.join('\n\n')}\n`);
    return path;
  };
  switch (name) {
    case 'conll2003':
      return ['--train', file('conll2003', 'eng.train'), '--dev', file('conll2003', 'eng.testa')];
    case 'conll2003-tenth': {
      const sentences = shuffled(sentencesOf(file('conll2003', 'eng.train')));
      const tenth = sentences.slice(0, Math.round(sentences.length / 10));
      return ['--train', write('train', tenth), '--dev', file('conll2003', 'eng.testa')];
    }
    case 'wikigold': {
      const sentences = shuffled(sentencesOf(file('wikigold', 'wikigold.conll.txt')));
      const tenth = Math.round(sentences.length / 10); // the last of the three parts is reserved for a test
      const [train, dev] = [write('train', sentences.slice(2 * tenth)), write('dev', sentences.slice(0, tenth))];
      return ['--train', train, '--dev', dev];
    }
    case 'bc5cdr':
      return ['--train', file('bc5cdr', 'train.tsv'), '--dev', file('bc5cdr', 'devel.tsv')];
    default:
      throw new Error(`there is no corpus ${String(name)}`);
  }
}

/** @param {string} path @returns {string[]} text of each sentence, without the lines that separate documents */
function sentencesOf(path) {
  return readFileSync(path, 'utf8')
    .split(/\r?\n\s*\r?\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !sentence.startsWith('-DOCSTART-'));
}

/** Fisher-Yates shuffle with a linear congruential generator; deterministic. @param {string[]} items */
function shuffled(items) {
  const out = [...items];
  let state = 1;
  for (let i = out.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor(((i + 1) * state) / 2 ** 32);
    [out[i], out[j]] = [/** @type {string} */ (out[j]), /** @type {string} */ (out[i])];
  }
  return out;
}
