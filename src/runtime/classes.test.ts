import { afterEach, beforeAll, expect, test } from 'vitest';
import { newRun, type Case } from '../../test/helpers/exported-models.ts';
import { BIO_CORPUS, PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import { readCorpus } from '../data/corpora/read-corpus.ts';
import { writeBundle } from '../export/bundle.ts';
import { toBundle } from '../export/model-bundle.ts';
import { disposeWeights } from '../model/weights.ts';
import { classifyTexts } from '../tagging/classified.ts';
import type * as Program from './tagger.ts';
import source from 'virtual:tagger.mjs';

const { Tagger } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
)) as typeof Program;

const CORPUS = readCorpus(
  'reviews.csv',
  new TextEncoder().encode(
    `text,label\n${['good', 'fine', 'dull', 'bad'].map((word, i) => `"A ${word} film. Was it?",${['pos', 'neg', 'so so'][i % 3]}\n`.repeat(3)).join('')}`,
  ),
);

const TEXTS = [
  'A good film. I saw it twice — in Oslo!',
  '',
  'dull',
  ' \n',
  'Fine',
  `It was ${'very '.repeat(60)}long.`,
];

let dispose = () => {};
afterEach(() => dispose());
beforeAll(useReferences);

async function exported(choice: Omit<Case, 'corpus'>, corpus: Case['corpus'] = CORPUS) {
  const { model } = await newRun({ ...choice, corpus });
  dispose = () => disposeWeights(model.weights);
  return { model, tagger: await Tagger.load(writeBundle(await toBundle(model, PROVENANCE), choice.bundle)) };
}

const POOLINGS = ['last', 'mean', 'max', 'attention'] as const;
const CASES: Record<string, Omit<Case, 'corpus'>> = Object.fromEntries([
  ...POOLINGS.flatMap((pooling) =>
    (['both', 'forward', 'backward'] as const).map((direction) => [
      `${pooling}, ${direction}`,
      { settings: { pooling, direction } },
    ]),
  ),
  [
    'last, GRU of two layers, self-attention',
    { settings: { pooling: 'last', cell: 'gru', layers: 2, attention: 'sentence' } },
  ],
  ['attention, RNN, hashed words', { settings: { pooling: 'attention', cell: 'rnn' }, bundle: { isPrivate: true } }],
  ['max, half precision', { settings: { pooling: 'max' }, bundle: { precision: 'half' } }],
]);

test.each(Object.entries(CASES))('classes are those of the studio: %s', async (_, choice) => {
  const { model, tagger } = await exported(choice);
  expect(tagger.kind).toBe('classes');
  expect(tagger.types).toEqual(['pos', 'neg', 'so so']);
  const expected = await classifyTexts(
    model,
    TEXTS.map((text) => ({ text })),
  );
  const records = TEXTS.map((body, id) => ({ id, data: { body } }));
  for (const batchTokens of [1, 500]) {
    const found = [];
    for await (const one of tagger.classifyRecords(records, { text: 'data.body', batchTokens })) found.push(one);
    expect(found.map(({ record }) => record)).toEqual(records);
    for (const [i, { classes }] of found.entries()) {
      expect(classes.map(({ type }) => type)).toEqual(expected[i]!.classes.map(({ type }) => type));
      for (const [k, { probability }] of classes.entries())
        expect(probability).toBeCloseTo(expected[i]!.classes[k]!.probability, 3); // products of integers
    }
  }
  expect(await tagger.classify(TEXTS[0]!)).toHaveLength(3);
  expect(await tagger.classify('')).toEqual([]);
});

test('each kind of model says which calls are for the other', async () => {
  const { tagger } = await exported({ settings: {} });
  await expect(tagger.tag('A film.')).rejects.toThrow('This model gives each text one class: call classify.');
  await expect(tagger.tagTokens([['A']])).rejects.toThrow('call classify');
  await expect(tagger.tagRecords([{ a: 'A' }], { text: 'a' }).next()).rejects.toThrow('call classify');
  dispose();
  const other = await exported({ settings: {} }, BIO_CORPUS);
  expect(other.tagger.kind).toBe('entities');
  await expect(other.tagger.classify('Ada')).rejects.toThrow(
    'This model tags words: call tag, tagRecords or tagTokens.',
  );
});
