import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { CASES, CORPUS, newRun } from '../../test/helpers/exported-models.ts';
import { PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import { hashWord } from '../lib/word-hash.ts';
import { disposeWeights } from '../model/weights.ts';
import { writeBundle, type BundleOptions } from './bundle.ts';
import { readBundle } from './read-bundle.ts';
import { toBundle } from './model-bundle.ts';
import { decodeWeights, encodeWeights, PRECISIONS } from './precision.ts';
import { scaleShape } from './stored-tensor.ts';
import { withoutKnownWords } from '../data/vectors/unused-vectors.ts';

const waves = (size: number) => Float32Array.from({ length: size }, (_, i) => Math.sin(i * 1.7) * (1 + (i % 7)));
const WEIGHTS = {
  words: { shape: [120, 100], values: waves(12_000) },
  'layer0.wh': { shape: [2, 60, 120], values: waves(14_400) },
  'layer0.wx': { shape: [100, 120], values: waves(12_000) },
  'output.w': { shape: [120, 5], values: waves(600) },
  'output.b': { shape: [5], values: waves(5) },
  'crf.transitions': { shape: [5, 5], values: waves(25) },
};

beforeAll(useReferences);

describe('precision', () => {
  test('exact keeps every bit', () => {
    expect(decodeWeights(encodeWeights(WEIGHTS, 'exact'))).toEqual(WEIGHTS);
  });

  test('half is off by less than 2^-11 of a number', () => {
    const halved = decodeWeights(encodeWeights(WEIGHTS, 'half'));
    for (const [name, { values }] of Object.entries(WEIGHTS)) {
      values.forEach((value, i) => {
        expect(Math.abs(halved[name]!.values[i]! - value)).toBeLessThanOrEqual(Math.abs(value) * 2 ** -11 + 2 ** -25);
      });
    }
    expect(halved['crf.transitions']).toEqual(WEIGHTS['crf.transitions']);
  });

  test('small is off by half of a scale: one for each word, one for each column of each direction', () => {
    expect(scaleShape('words', [120, 100])).toEqual([120, 1]);
    expect(scaleShape('layer0.wh', [2, 60, 120])).toEqual([2, 1, 120]);
    const stored = encodeWeights(WEIGHTS, 'small');
    expect(Object.entries(stored).flatMap(([name, { type }]) => (type === 'I8' ? [name] : []))).toEqual([
      'words',
      'layer0.wh',
      'layer0.wx',
    ]);
    const found = decodeWeights(stored);
    expect(new Set(Object.keys(found))).toEqual(new Set(Object.keys(WEIGHTS)));
    for (const name of ['words', 'layer0.wh', 'layer0.wx'] as const) {
      const { shape, values } = WEIGHTS[name];
      const last = shape.at(-1)!;
      const groupOf = (i: number) =>
        name === 'words'
          ? Math.floor(i / last)
          : Math.floor(i / (60 * 120)) * Number(shape.length === 3) * last + (i % last);
      const largest = new Map<number, number>();
      values.forEach((value, i) => largest.set(groupOf(i), Math.max(largest.get(groupOf(i)) ?? 0, Math.abs(value))));
      const levels = name === 'words' ? 31 : 95;
      values.forEach((value, i) => {
        const bound = (largest.get(groupOf(i))! / levels / 2) * 1.0001;
        expect(Math.abs(found[name]!.values[i]! - value)).toBeLessThanOrEqual(bound);
      });
    }
  });
});

describe.each(PRECISIONS)('a bundle in %s precision', (precision) => {
  test('is read back, and as often as one likes', async () => {
    const run = await newRun({ ...CASES['small: the word table and a layer in 8 bits']!, bundle: { precision } });
    const bundle = await toBundle(run.model, PROVENANCE);
    const once = readBundle(writeBundle(bundle, { precision }));
    const expected = decodeWeights(encodeWeights(bundle.weights, precision));
    expect(once.weights).toEqual(expected);
    expect(once.vocabulary.toJSON()).toEqual(bundle.vocabulary.toJSON());
    disposeWeights(run.model.weights);
  });
});

describe('a private bundle', () => {
  async function write(options: BundleOptions) {
    const run = await newRun({ settings: {} });
    const zip = writeBundle(await toBundle(run.model, PROVENANCE), options);
    disposeWeights(run.model.weights);
    const text = Object.entries(unzipSync(zip))
      .filter(([name]) => !/\.(py|mjs|mts|ts)$/.test(name)) // the same programs in every bundle
      .map(([, bytes]) => strFromU8(bytes, true).toLowerCase())
      .join('\n');
    return { zip, text };
  }
  const words = CORPUS.sentences.flatMap(({ tokens }) => tokens).filter((word) => /^[a-z]{4,}$/i.test(word));

  test('has no word of the training data in any of its files', async () => {
    const [open, closed] = [await write({}), await write({ isPrivate: true })];
    const isIn = (text: string) => (word: string) =>
      text.includes(`"${word.toLowerCase()}"`) || text.includes(` ${word.toLowerCase()} `);
    expect(words.filter(isIn(open.text))).toEqual(words); // otherwise the test could not find any word
    expect(words.filter((word) => closed.text.includes(word.toLowerCase()))).toEqual([]);
  });

  test('finds the rows of its words, forgets frequencies, and can be extended', async () => {
    const [open, closed] = [readBundle((await write({})).zip), readBundle((await write({ isPrivate: true })).zip)];
    for (const word of ['Ada', 'NORRBY', '24', '’s', 'unheard', '<unk>']) {
      expect(closed.vocabulary.wordRow(word)).toBe(open.vocabulary.wordRow(word));
    }
    expect(closed.vocabulary.frequencies.every((frequency) => frequency === 0)).toBe(true);
    const extended = closed.vocabulary.extend(['unheard', 'ada']);
    expect(extended.wordRow('Unheard')).toBe(open.vocabulary.words.length);
    expect(extended.words).toHaveLength(open.vocabulary.words.length + 1);
  });
});

test('vectors of words that have a row are left out, others stay', async () => {
  const { model } = await newRun({ settings: {} });
  const vectors = {
    dimensions: 2,
    hashes: Float64Array.from(['norrby', 'otter', 'ada'], hashWord),
    scales: Float32Array.of(1, 2, 3),
    values: Int8Array.of(1, 2, 3, 4, 5, 6),
  };
  expect(withoutKnownWords(vectors, model.vocabulary)).toEqual({
    dimensions: 2,
    hashes: Float64Array.of(hashWord('otter')),
    scales: Float32Array.of(2),
    values: Int8Array.of(3, 4),
  });
  disposeWeights(model.weights);
});
