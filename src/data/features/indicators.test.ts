import { describe, expect, test } from 'vitest';
import { hashWords } from '../../export/private-words.ts';
import { makeBatch } from '../batches/batching.ts';
import { encodeCorpus } from '../batches/encode.ts';
import { padBatch, paddedSizes } from '../batches/pad.ts';
import type { FeatureTables } from '../vocabulary/features.ts';
import { UNKNOWN, Vocabulary } from '../vocabulary/vocabulary.ts';
import { BIAS, indicatorNames, IndicatorEncoder, shapeOf, shortShape } from './indicators.ts';

const OPTIONS = { lowercase: true, digitsToZero: true, minFrequency: 1, maxFormLength: 50 };

function vocabularyOf(sentences: string[][], tables: FeatureTables = {}, minFrequency = 1) {
  const indicators = indicatorNames(
    sentences.map((tokens) => ({ tokens })),
    OPTIONS,
    tables,
    minFrequency,
  );
  const rest = { words: [UNKNOWN], frequencies: [0], characters: [UNKNOWN], tags: ['O'] };
  return new Vocabulary({ options: OPTIONS, ...rest, features: { ...tables, indicators } });
}

/** The names of the active features of each token. */
function namesIn(vocabulary: Vocabulary, tokens: string[], hidden?: number): string[][] {
  const { offsets, rows } = new IndicatorEncoder(vocabulary).of({ tokens }, hidden);
  return tokens.map((_, t) =>
    Array.from(rows.subarray(offsets[t], offsets[t + 1]), (row) => vocabulary.features!.indicators![row]!),
  );
}

test('shapes of words', () => {
  expect(['Boeing-747', 'U.S.', 'éÉß', '٣٧', '🦦'].map(shapeOf)).toEqual(['Xxxxxx-ddd', 'X.X.', 'xXx', 'dd', '🦦']);
  expect(['Boeing-747', 'IBM', 'eBay'].map(shortShape)).toEqual(['Xx-d', 'X', 'xXx']);
});

describe('the features of a sentence', () => {
  const SENTENCE = ['In', '1996', 'Ada', 'left', 'U.S.'];
  const vocabulary = vocabularyOf([SENTENCE]);

  test('of a word itself: word, case, shape, prefixes and suffixes, flags', () => {
    const own = namesIn(vocabulary, SENTENCE)[2]!.filter((name) => !name.includes('['));
    expect(own).toEqual([
      BIAS,
      'word=Ada',
      'lower=ada',
      'shape=Xxx',
      'short=Xx',
      'prefix=A',
      'suffix=a',
      'prefix=Ad',
      'suffix=da',
      'is=initial',
    ]);
    const last = namesIn(vocabulary, SENTENCE)[4]!;
    expect(last).toEqual(expect.arrayContaining(['is=capitals', 'is=abbreviation']));
    expect(namesIn(vocabulary, SENTENCE)[1]).toEqual(expect.arrayContaining(['word=0000', 'is=digits', 'is=number']));
  });

  test('of its neighbours, and beyond the ends of the sentence', () => {
    const [first, , third] = namesIn(vocabulary, SENTENCE);
    expect(third).toEqual(
      expect.arrayContaining(['lower[-1]=0000', 'is[-1]=number', 'lower[-2]=in', 'lower[+2]=u.s.', 'suffix[+1]=eft']),
    );
    expect(third).toEqual(expect.arrayContaining(['lower[-1..0]=0000 ada', 'short[-1..+1]=d Xx x']));
    expect(first).toEqual(expect.arrayContaining(['lower[-1]=<s>', 'lower[-2]=<s>', 'lower[-1..0]=<s> in']));
    expect(first!.filter((name) => name.startsWith('word['))).toEqual(['word[-1]=<s>', 'word[+1]=0000']);
  });

  test('each once per token, and the feature of every token first', () => {
    for (const names of namesIn(vocabulary, SENTENCE)) expect(new Set(names).size).toBe(names.length);
    expect(vocabulary.features!.indicators![0]).toBe(BIAS);
  });

  test('no feature reads a word that is left out', () => {
    const hidden = namesIn(vocabulary, SENTENCE, 2);
    const other = ['In', '1996', 'unseen', 'left', 'U.S.'];
    expect(hidden[2]!.filter((name) => !name.includes('['))).toEqual([BIAS]);
    expect(hidden).toEqual(namesIn(vocabulary, other, 2)); // whatever it is
    expect(hidden[4]).toEqual(expect.arrayContaining(['lower[-1]=left', 'short[-1..0]=x X.X.']));
    expect(namesIn(vocabulary, other)[3]).not.toEqual(hidden[3]);
  });

  test('no name of a list contains a word that is left out', () => {
    const tables: FeatureTables = { lists: [{ name: 'places', names: ['new york'], longest: 8 }] };
    const tokens = ['New', 'York', 'wins'];
    const indicators = indicatorNames([{ tokens }], OPTIONS, tables, 1);
    const withLists = { ...vocabulary, features: { ...tables, indicators } } as Vocabulary;
    const isOfList = (name: string) => name.startsWith('list');
    expect(namesIn(withLists, tokens)[1]!.filter(isOfList)).toEqual(['list places[-1]=begin', 'list places=end']);
    for (const hidden of [0, 1]) expect(namesIn(withLists, tokens, hidden).flat().filter(isOfList)).toEqual([]);
  });

  test('of name lists and columns, which neighbours see as well', () => {
    const tables: FeatureTables = {
      lists: [{ name: 'people', names: ['ada vale'], longest: 8 }],
      columns: [{ name: 'pos', values: ['NNP', 'VBD'] }],
    };
    const train = [{ tokens: ['Ada', 'Vale', 'left'], columns: { pos: ['NNP', 'NNP', 'VBD'] } }];
    const names = indicatorNames(train, OPTIONS, tables, 1);
    expect(names).toEqual(
      expect.arrayContaining(['list people=begin', 'list people[-1]=end', 'column pos=NNP', 'column pos[+1]=VBD']),
    );
  });
});

test('rare features have no weights, and a private model finds its features by their hashes', () => {
  const sentences = [
    ['Ada', 'left'],
    ['Ada', 'stayed'],
  ];
  const vocabulary = vocabularyOf(sentences, {}, 2);
  const [ada, left] = namesIn(vocabulary, sentences[0]!);
  expect(ada).toContain('word=Ada');
  expect(left).not.toContain('word=left');
  const hashed = hashWords(vocabulary);
  expect(hashed.features!.indicators!.every((name) => name.startsWith('#'))).toBe(true);
  const rowsIn = (one: Vocabulary) => [...new IndicatorEncoder(one).of({ tokens: sentences[1]! }).rows];
  expect(rowsIn(hashed)).toEqual(rowsIn(vocabulary));
});

test('a batch has the features of each token, padded or not', () => {
  const sentences = [['Ada', 'left', 'Norrby'], ['Mio'], ['Ada', 'stayed']];
  const vocabulary = vocabularyOf(sentences.slice(0, 2));
  const corpus = encodeCorpus(
    vocabulary,
    sentences.map((tokens) => ({ tokens, tags: [] })),
  );
  const batch = makeBatch(corpus, [0, 1, 2]);
  const padded = padBatch(batch, paddedSizes(batch));
  for (const { indicators } of [batch, padded]) {
    const { rows, bags } = indicators!;
    batch.sentences.forEach((s, b) => {
      const { offsets, rows: own } = corpus.sentences[s]!.indicators!;
      sentences[s]!.forEach((_, t) => {
        const n = batch.layout.stepOffsets[t]! + b;
        const found = Array.from(bags.rows.subarray(bags.offsets[n], bags.offsets[n + 1]), (i) => rows[i]!);
        expect(found).toEqual([...own.subarray(offsets[t], offsets[t + 1])]);
      });
    });
    const held = rows.filter((row) => row >= 0);
    expect([...held]).toEqual([...new Set(held)].toSorted((a, b) => a - b));
    const inverse = Array.from(held, (_, r) => bags.bags.subarray(bags.inverseOffsets[r], bags.inverseOffsets[r + 1]));
    const total = inverse.reduce((sum, { length }) => sum + length, 0);
    expect(total).toBe(corpus.sentences.reduce((sum, { indicators: own }) => sum + own!.rows.length, 0));
  }
  expect(padded.indicators!.rows.length).toBeGreaterThan(batch.indicators!.rows.length);
});
