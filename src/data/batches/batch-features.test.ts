import { describe, expect, test } from 'vitest';
import { Vocabulary } from '../vocabulary/vocabulary.ts';
import { makeBatch } from './batching.ts';
import { encodeCorpus, type SentenceToEncode } from './encode.ts';
import { raggedRow } from './ragged.ts';

const vocabulary = new Vocabulary({
  options: { lowercase: true, digitsToZero: true, minFrequency: 1, maxFormLength: 20 },
  words: ['<unk>', 'ada', 'norrby', 'old'],
  frequencies: [0, 1, 1, 1],
  characters: ['<unk>', 'a'],
  tags: ['O'],
  features: {
    lists: [
      { name: 'places', names: ['Norrby', 'Old Norrby'], longest: 10 },
      { name: 'people', names: ['Ada'], longest: 3 },
    ],
    columns: [
      { name: 'pos', values: ['NN', 'JJ'] },
      { name: 'chunk', values: ['B'] },
    ],
  },
});
const SENTENCES: SentenceToEncode[] = [
  { tokens: ['Ada'], tags: [], columns: { pos: ['NN'], chunk: ['?'] } },
  { tokens: ['Old', 'Norrby', 'Ada'], tags: [], columns: { pos: ['JJ', 'NN', 'VB'] } },
  { tokens: ['old'], tags: [] },
];
const corpus = encodeCorpus(vocabulary, SENTENCES);

/** [count] feature rows of each token of a sentence. */
function featuresOf(kind: 'lists' | 'columns', batch: ReturnType<typeof makeBatch>, sentence: number) {
  const b = batch.sentences.indexOf(sentence);
  return SENTENCES[sentence]!.tokens.map((_, t) => {
    const row = raggedRow(batch.layout, b, t);
    const input = batch.tokenInputs?.[row] ?? row;
    return [...batch.features[kind]!.index.subarray(2 * input, 2 * input + 2)];
  });
}

describe.each([false, true])('with distinct inputs: %s', (distinctInputs) => {
  const batch = makeBatch(corpus, [0, 1, 2], { distinctInputs });

  test('matches of each list are rows of one table', () => {
    expect(featuresOf('lists', batch, 0)).toEqual([[0, 9]]);
    expect(featuresOf('lists', batch, 1)).toEqual([
      [1, 5],
      [3, 5],
      [0, 9],
    ]);
    expect(featuresOf('lists', batch, 2)).toEqual([[0, 5]]);
    expect(batch.features.lists!.offsets).toHaveLength(11);
  });

  test('values of columns are too; those that are missing or new have a row of their own', () => {
    expect(featuresOf('columns', batch, 0)).toEqual([[1, 3]]);
    expect(featuresOf('columns', batch, 1)).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
    expect(featuresOf('columns', batch, 2)).toEqual([[0, 3]]);
    expect(batch.features.columns!.offsets).toHaveLength(6);
  });
});

test('tokens of other features are other inputs', () => {
  const same = encodeCorpus(vocabulary, [
    { tokens: ['old', 'old', 'old'], tags: [], columns: { pos: ['NN', 'JJ', 'NN'] } },
  ]);
  const { tokenInputs, features } = makeBatch(same, [0], { distinctInputs: true });
  expect([...tokenInputs!]).toEqual([0, 1, 0]);
  expect([...features.columns!.index]).toEqual([1, 3, 2, 3]);
});

describe('in training', () => {
  const many = encodeCorpus(
    vocabulary,
    Array.from({ length: 2000 }, () => SENTENCES[1]!),
  );
  const all = many.sentences.map((_, s) => s);
  const rows = (kind: 'lists' | 'columns', dropout: { lists: number; columns: number }, key = 1) => {
    const lists = { rate: dropout.lists, key, matchKey: key + 1000 };
    const columns = { rate: dropout.columns, key };
    const batch = makeBatch(many, all, { featureDropout: { lists, columns } });
    return all.map((s) => {
      const b = batch.sentences.indexOf(s);
      return [0, 1, 2].flatMap((t) => {
        const row = raggedRow(batch.layout, b, t);
        return [...batch.features[kind]!.index.subarray(2 * row, 2 * row + 2)];
      });
    });
  };
  const share = (of: number[][], test: (row: number[]) => boolean) => of.filter(test).length / of.length;

  test('lists are left out of whole sentences, and a tenth of the other matches one by one', () => {
    const found = rows('lists', { lists: 0.3, columns: 0 });
    const none = [0, 5, 0, 5, 0, 5];
    expect(share(found, (row) => row.join() === none.join())).toBeCloseTo(0.3 + 0.7 * 0.01, 1);
    expect(share(found, ([begin, , end]) => begin === 0 && end === 0)).toBeCloseTo(0.3 + 0.7 * 0.1, 1);
    expect(share(found, ([begin, , end]) => (begin === 0) !== (end === 0))).toBe(0); // a match as a whole
    expect(rows('lists', { lists: 0.3, columns: 0 })).toEqual(found);
    expect(rows('lists', { lists: 0.3, columns: 0 }, 2)).not.toEqual(found);
    expect(rows('lists', { lists: 0, columns: 0.9 })).toEqual(all.map(() => [1, 5, 3, 5, 0, 9]));
  });

  test('columns are left out of whole sentences, each for itself', () => {
    const found = rows('columns', { lists: 0, columns: 0.25 });
    expect(share(found, (row) => row.join() === '0,3,0,3,0,3')).toBeCloseTo(0.25, 1);
    expect(new Set(found.map((row) => row.join())).size).toBe(2);
  });
});
