import type { CorpusOptions } from '../../corpus.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { readConll } from '../columns/conll.ts';
import { Losses } from '../layout/losses.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';

const SAMPLED_LINES = 200;
/** An opening bracket with its label, a word with its part of speech, or a closing bracket. A word may be a bracket itself. */
const PART = /\s*(?:\((\p{L}[\p{L}\p{N}_.-]{0,60})(?=\s)|(\S{1,500}?)\/([^\s/()]{1,30}|[()])(?=\)*(?:\s|$))|(\)))/uy;
const ROOT = /^(?:S|ROOT|TOP|SENT|SENTENCE)$/i;
const COLUMNS: CorpusOptions = { columnsAs: ['token', 'feature', 'tag'] };

/**
 * Trees of NLTK: `(S (PERSON Ada/NNP) left/VBD)`. The outer bracket is a sentence, those in it are its entities; of nested ones the
 * outer is kept. A tree may have several lines.
 */
export const trees: Format = {
  detect(_file, lines) {
    const sample = [...treesOf(firstLines(lines, SAMPLED_LINES))];
    const read = sample.filter(({ rows }) => rows.length > 0);
    return 2 * read.length > sample.length
      ? { score: SCORES.signature, reason: 'it has words with parts of speech in brackets' }
      : undefined;
  },
  read({ file, lines, problems }: CorpusSource, options) {
    const columns: string[] = [];
    const numbers: number[] = []; // of the line in the file, for each line of columns
    const losses = new Losses('lines');
    let nested = 0;
    let all = 0;
    for (const tree of treesOf(lines)) {
      all++;
      nested += tree.nested;
      if (tree.rows.length === 0) {
        const message = 'Found no tree of words with parts of speech whose brackets are closed; it was skipped.';
        const problem = { line: tree.line, severity: 'error', kind: 'trees', message } as const;
        problems.add({ ...losses.add(tree.line, problem), excerpt: tree.text });
        continue;
      }
      columns.push(...tree.rows, '');
      numbers.push(...tree.rows.map(() => tree.line), tree.line);
    }
    if (nested > 0) {
      const message = `${nested} entities are within other entities: the outer ones were read.`;
      problems.add({ line: 0, severity: 'warning', kind: 'nested', message });
    }
    const raw = readConll(file, columns, problems, { ...COLUMNS, ...options });
    const question = losses.question(all, options) ?? raw.question;
    const sentences = raw.sentences.map((sentence) => ({
      ...sentence,
      lines: sentence.lines.map((at) => numbers[at - 1]!),
    }));
    return { ...raw, sentences, ...(question && { question }) };
  },
};

interface Tree {
  line: number;
  text: string;
  /** Words, parts of speech and BIO tags, separated by tabs. Empty: it is no tree. */
  rows: string[];
  /** Entities within others. */
  nested: number;
}

/** The trees of a file, each up to the line before the next one that begins with a bracket, or an empty line. */
function* treesOf(lines: Iterable<string>): Generator<Tree, void> {
  let open: { line: number; text: string } | undefined;
  let number = 0;
  for (const line of lines) {
    number++;
    if (open !== undefined && (!isFilled(line) || line.startsWith('('))) {
      yield treeIn(open);
      open = undefined;
    }
    if (!isFilled(line)) continue;
    open = open === undefined ? { line: number, text: line } : { ...open, text: `${open.text}\n${line}` };
  }
  if (open !== undefined) yield treeIn(open);
}

function treeIn(written: { line: number; text: string }): Tree {
  const text = written.text.trim();
  const rows: string[] = [];
  const part = new RegExp(PART);
  let [depth, nested] = [0, 0];
  let entity: { type: string; isNew: boolean } | undefined;
  const none = { ...written, rows: [], nested: 0 };
  while (part.lastIndex < text.length) {
    const [, label, word, pos, close] = part.exec(text) ?? [];
    if (label !== undefined) {
      if (depth === 0 && (rows.length > 0 || !ROOT.test(label))) return none;
      if (depth === 1) entity = { type: label, isNew: true };
      if (depth > 1) nested++;
      depth++;
    } else if (close !== undefined) {
      if (--depth < 0) return none;
      if (depth === 1) entity = undefined;
    } else if (word === undefined || depth === 0) return none;
    else {
      rows.push(`${word}\t${pos}\t${entity === undefined ? 'O' : `${entity.isNew ? 'B' : 'I'}-${entity.type}`}`);
      if (entity !== undefined) entity.isNew = false;
    }
  }
  return depth === 0 ? { ...written, rows, nested } : none;
}
