import { memory } from '../../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashWords } from '../../export/private-words.ts';
import { tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { tagText } from '../texts/text.ts';
import { inspectSpelling, type SpellingQuery } from './spelling.ts';

const TEXT = 'Ada Vale left Norrby in May. Norrby slept.';
const ASKED: SpellingQuery = { text: TEXT, sentence: 0, token: 3, spelling: 'Norby' };

beforeAll(useReferences);

describe.each([
  ['cnn', 'sentence'],
  ['lstm', 'sentence'],
  ['none', 'sentence'],
  ['cnn', 'document'],
] as const)('characters: %s, context: %s', (charEncoder, context) => {
  test('a variant is tagged as in the sentence box', async () => {
    const { model } = tinyRun(undefined, { charEncoder, context, scheme: 'BIO' });
    const { variants } = await inspectSpelling(model, ASKED);
    expect(variants.map(({ spelling }) => spelling)).toEqual([
      'Norrby',
      'Norby',
      'norrby',
      'NORRBY',
      'Norrbys',
      'Nrorby',
    ]);
    for (const { spelling, tag, probability } of variants) {
      const { tokens } = (await tagText(model, TEXT.replace('Norrby', spelling))).sentences[0]!;
      expect(tokens[3]!.tag).toBe(tag);
      expect(tokens[3]!.probability).toBeCloseTo(probability, 5);
    }
    expect(variants.map(({ isKnown }) => isKnown)).toEqual([true, false, true, true, false, false]);
  });

  test('neighbours by vector are other words, nearest first', async () => {
    const { model } = tinyRun(undefined, { charEncoder });
    const { nearestByVector, compared } = await inspectSpelling(model, ASKED);
    expect(compared).toBe(model.vocabulary.words.length);
    expect(nearestByVector).toHaveLength(8);
    expect(nearestByVector.map(({ word }) => word)).not.toContain('norrby');
    const similarities = nearestByVector.map(({ similarity }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
  });
});

test.each(['cnn', 'lstm'] as const)('characters: %s: the word is most like itself', async (charEncoder) => {
  const { model } = tinyRun(undefined, { charEncoder });
  const { variants, nearestByCharacters } = await inspectSpelling(model, ASKED);
  const [own, ...others] = variants.map(({ similarity }) => similarity);
  expect(own).toBeCloseTo(1, 5);
  expect(Math.max(...others.map((one) => one ?? 0))).toBeLessThan(1 + 1e-6);
  expect(nearestByCharacters.map(({ word }) => word)).not.toContain('Norrby');
  expect(nearestByCharacters[0]!.word).toMatch(/^[A-Z.]/); // written in the same case as the word
});

test('without a character encoder there is nothing to compare by', async () => {
  const { model } = tinyRun(undefined, { charEncoder: 'none' });
  const { variants, nearestByCharacters, filters } = await inspectSpelling(model, ASKED);
  expect([variants[0]!.similarity, nearestByCharacters, filters]).toEqual([undefined, [], []]);
});

test('filters fire at the trigram that wins, furthest above other words first', async () => {
  const { model } = tinyRun(undefined, { charEncoder: 'cnn' });
  const { filters, characters } = await inspectSpelling(model, ASKED);
  expect(characters.join('')).toBe('Norrby');
  expect(filters).toHaveLength(model.config.charFeatures);
  for (const { responses, winner } of filters) {
    expect(responses).toHaveLength(6);
    expect(responses[winner]).toBe(Math.max(...responses));
  }
  const deviations = filters.map((filter) => filter.deviations);
  expect(deviations).toEqual(deviations.toSorted((a, b) => b - a));
});

test('a private model names no words', async () => {
  const { model } = tinyRun();
  const open = { ...model, vocabulary: hashWords(model.vocabulary) };
  const { compared, nearestByCharacters, nearestByVector, filters } = await inspectSpelling(open, ASKED);
  expect([compared, nearestByCharacters, nearestByVector]).toEqual([0, [], []]);
  expect(filters).toHaveLength(model.config.charFeatures);
});

test('a word outside the vocabulary has its stored vector, or none; nothing is left on the device', async () => {
  const { model } = tinyRun();
  const before = memory().numTensors;
  const asked = { ...ASKED, text: 'Ada left Xyzzy.', token: 2 };
  expect((await inspectSpelling(model, asked)).nearestByVector).toEqual([]);
  const row = model.vocabulary.words.indexOf('lives');
  const vector = (await model.weights['words']!.data<'float32'>()).slice(row * 5, row * 5 + 5);
  const stored = {
    dimensions: 5,
    find: async (keys: Iterable<string>) => new Map([...keys].map((key) => [key, new Float32Array(vector)])),
    extract: () => Promise.reject(new Error('not asked')),
  };
  const [nearest] = (await inspectSpelling(model, asked, stored)).nearestByVector;
  expect(nearest).toEqual({ word: 'lives', similarity: expect.closeTo(1, 5) });
  expect(memory().numTensors).toBe(before);
});
