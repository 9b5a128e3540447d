import { describe, expect, test } from 'vitest';
import { buildVocabulary, Vocabulary } from '../vocabulary/vocabulary.ts';
import { epochKeys } from '../../model/streams.ts';
import { unlinkedWords } from '../vocabulary/unlinked-words.ts';
import type { Batch, EncodedCorpus } from './batch.ts';
import { epochBatches, evaluationBatches, makeBatch } from './batching.ts';
import { encodeCorpus } from './encode.ts';
import { MAX_LINKS, WINDOW_TOKENS } from './links.ts';
import { raggedRow } from './ragged.ts';

const plain = buildVocabulary({
  train: [{ tokens: ['the', 'the', 'rome'] }],
  others: [],
  tags: ['O'],
  hasVector: () => false,
  options: { minFrequency: 1, lowercase: true, digitsToZero: true, maxFormLength: 9 },
});
const vocabulary = new Vocabulary({ ...plain.toJSON(), unlinked: [plain.wordRow('the')] });

function encoded(documents: readonly (readonly string[])[]): EncodedCorpus {
  const sentences = documents.flatMap((texts, document) =>
    texts.map((text) => ({ tokens: text === '' ? [] : text.split(' '), tags: [], document })),
  );
  return encodeCorpus(vocabulary, sentences);
}

/** Each link as `sentence.token > sentence.token`. */
function linksIn(corpus: EncodedCorpus, { sentences, layout, links }: Batch): string[] {
  const names = new Map<number, string>();
  sentences.forEach((s, b) =>
    corpus.sentences[s]!.words.forEach((_, t) => names.set(raggedRow(layout, b, t), `${s}.${t}`)),
  );
  if (links === undefined) return [];
  const { rows, own } = links;
  const nameOf = (m: number) => names.get(rows.index[m]!)!;
  return [...rows.index.keys()].flatMap((m) =>
    [...own.targets.subarray(own.offsets[m], own.offsets[m + 1])].map((j) => `${nameOf(m)} > ${nameOf(j)}`),
  );
}

const all = (corpus: EncodedCorpus) => makeBatch(corpus, [...corpus.sentences.keys()]);

describe('links', () => {
  test('lead to the same word in the same document, whatever its case', () => {
    const corpus = encoded([['Rome the x', 'the ROME 7'], ['rome 7 the']]);
    expect(linksIn(corpus, all(corpus))).toEqual(['0.0 > 1.1', '1.1 > 0.0']);
  });

  test('lead to the nearest others, nearest first', () => {
    const corpus = encoded([['a b a b b b b a']]);
    expect(linksIn(corpus, all(corpus)).filter((link) => link.startsWith('0.2'))).toEqual(['0.2 > 0.0', '0.2 > 0.7']);
    const many = encoded([[Array(30).fill('x').join(' ')]]);
    const ofMiddle = linksIn(many, all(many)).filter((link) => link.startsWith('0.15 '));
    expect(ofMiddle).toHaveLength(MAX_LINKS);
    expect(ofMiddle.slice(0, 3)).toEqual(['0.15 > 0.14', '0.15 > 0.16', '0.15 > 0.13']);
  });

  test('the inverse holds each link once, where it leads to', () => {
    const { links } = all(encoded([['a a b', 'b a c a'], ['c c']]));
    const { own, inverse } = links!;
    const forward = [...own.offsets.slice(1).keys()].flatMap((m) =>
      [...own.targets.subarray(own.offsets[m], own.offsets[m + 1])].map((j) => `${m} ${j}`),
    );
    const backward = [...inverse.offsets.slice(1).keys()].flatMap((j) =>
      [...inverse.targets.subarray(inverse.offsets[j], inverse.offsets[j + 1])].map((m) => `${m} ${j}`),
    );
    expect(backward.toSorted()).toEqual(forward.toSorted());
    expect([...inverse.entries].toSorted((a, b) => a - b)).toEqual([...own.entries]);
    expect(inverse.entries.every((entry, i) => forward[entry] === backward[i])).toBe(true);
  });

  test('a sentence that stands alone has none, nor has any of a model that reads sentences', () => {
    const alone = encodeCorpus(vocabulary, [{ tokens: ['Rome', 'Rome'], tags: [] }]);
    expect(all(alone).links).toBeUndefined();
    const sentences = encodeCorpus(plain, [{ tokens: ['Rome', 'Rome'], tags: [], document: 0 }]);
    expect(all(sentences).links).toBeUndefined();
  });
});

describe('windows', () => {
  test('a long document is divided at the ends of sentences', () => {
    const sentence = Array(300).fill('x').join(' ');
    const corpus = encoded([Array<string>(7).fill(sentence), ['y']]);
    expect(corpus.sentences.map(({ document }) => document)).toEqual([0, 0, 0, 1, 1, 1, 2, 3]);
    const long = encoded([
      [
        Array(WINDOW_TOKENS + 5)
          .fill('x')
          .join(' '),
        'x',
      ],
    ]);
    expect(long.sentences.map(({ document }) => document)).toEqual([0, 1]);
  });

  test('batches for scoring never divide a document', () => {
    const corpus = encoded([['a', 'b', 'c'], ['d'], ['e', '', 'f'], ['g', 'h', 'i', 'j', 'k']]);
    const batches = evaluationBatches(corpus, 4).map((batch) => [...batch]);
    expect(batches).toEqual([
      [0, 1, 2, 3],
      [4, 6],
      [7, 8, 9, 10, 11],
    ]);
  });

  test('half of the batches of an epoch are sentences of a document in their order, the others have similar lengths', () => {
    const sentence = (length: number) => Array.from({ length }, (_, i) => `w${i}`).join(' ');
    const lengths = [1, 2, 3, 4, 6, 8, 11, 14]; // the noise of the order, 10%, does not mix them
    const documents = Array.from({ length: 16 }, () => lengths.map(sentence));
    const corpus = encoded(documents);
    const lengthOf = (s: number) => corpus.sentences[s]!.words.length;
    for (const key of [1, 2]) {
      const batches = epochBatches(corpus, 8, epochKeys(1, key)).map((batch) => [...batch]);
      expect(batches.flat().toSorted((a, b) => a - b)).toEqual(corpus.sentences.map((_, s) => s));
      const inOrder = batches.filter((batch) => batch.every((s, i) => i === 0 || s === batch[i - 1]! + 1));
      expect(inOrder.length).toBe(8);
      const others = batches.filter((batch) => !inOrder.includes(batch));
      expect(others.every((batch) => new Set(batch.map(lengthOf)).size === 1)).toBe(true);
    }
    const read = (key: number) => epochBatches(corpus, 8, epochKeys(1, key)).map((batch) => [...batch]);
    expect(read(1)).toEqual(read(1));
    expect(read(1)).not.toEqual(read(2));
  });

  test('a batch may be smaller, and an epoch has as many as that of a model that reads sentences', () => {
    const corpus = encoded([['a', 'b', 'c'], ['d'], ['e', '', 'f'], ['g', 'h', 'i', 'j', 'k']]);
    for (const size of [1, 2, 3, 4, 100]) {
      const batches = epochBatches(corpus, size, epochKeys(1, 1));
      expect(batches.length).toBe(Math.ceil(11 / size));
      expect(batches.flatMap((batch) => [...batch]).toSorted((a, b) => a - b)).toEqual([
        0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
      ]);
    }
  });
});

test('unlinkedWords: frequent words that are rarely entities', () => {
  const tokens = ['the', 'the', 'the', 'rome', 'rome', 'said', '7', '7'];
  const known = buildVocabulary({
    train: [{ tokens }],
    others: [],
    tags: ['O'],
    hasVector: () => false,
    options: plain.options,
  });
  const rows = unlinkedWords(known, [{ tokens, spans: [{ start: 3, end: 5 }] }]);
  expect(rows.map((row) => known.words[row])).toEqual(['the', 'said']);
});
