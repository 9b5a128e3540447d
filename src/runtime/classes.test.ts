import { afterEach, beforeAll, expect, test } from 'vitest';
import { CLASS_CASES, TEXTS } from '../../test/helpers/class-models.ts';
import { newRun, type Case } from '../../test/helpers/exported-models.ts';
import { PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import { writeBundle } from '../export/bundle.ts';
import { toBundle } from '../export/model-bundle.ts';
import { disposeWeights } from '../model/weights.ts';
import { classifyTexts } from '../tagging/texts/classified.ts';
import type * as Program from './tagger.ts';
import source from 'virtual:tagger.mjs';

const { Tagger } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
)) as typeof Program;

let dispose = () => {};
afterEach(() => dispose());
beforeAll(useReferences);

async function exported(choice: Case) {
  const { model } = await newRun(choice);
  dispose = () => disposeWeights(model.weights);
  return { model, tagger: await Tagger.load(writeBundle(await toBundle(model, PROVENANCE), choice.bundle)) };
}

test.each(Object.entries(CLASS_CASES))('classes are those of the studio: %s', async (_, choice) => {
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
  const { tagger } = await exported(CLASS_CASES['max, both']!);
  await expect(tagger.tag('A film.')).rejects.toThrow('This model gives each text one class: call classify.');
  await expect(tagger.tagTokens([['A']])).rejects.toThrow('call classify');
  await expect(tagger.tagRecords([{ a: 'A' }], { text: 'a' }).next()).rejects.toThrow('call classify');
  dispose();
  const other = await exported({ settings: {} });
  expect(other.tagger.kind).toBe('entities');
  await expect(other.tagger.classify('Ada')).rejects.toThrow(
    'This model tags words: call tag, tagRecords or tagTokens.',
  );
});
