import { beforeAll, expect, test } from 'vitest';
import { corpusOf, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import type { Sentence } from '../../data/corpus.ts';
import { confidenceOf } from '../../eval/calibration.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { calibrate } from './calibrate.ts';
import { ratedEntities } from './rated-entities.ts';
import { tagSentences } from '../texts/text.ts';

beforeAll(useReferences);

const CORPUS = corpusOf(
  'Ada B-PER\nVale I-PER\nlives O\nin O\nNorrby B-LOC\n. O\n\nMio B-PER\nleft O\nNorrby B-LOC\nlast O\nMay O\n',
);
const TAGS_WITHOUT_SCHEME = corpusOf('we PRP\nmet VBD\nMio NNP\n\nhe PRP\nleft VBD\n');

const toTag = (sentences: readonly Sentence[]) =>
  sentences.map(({ tokens }) => ({ tokens: tokens.map((text) => ({ text, start: 0, end: 0 })) }));

test.each([
  ['in BIOES', tinyRun(CORPUS), CORPUS],
  ['in BIO', tinyRun(CORPUS, { scheme: 'BIO', constraints: false }), CORPUS],
  ['without a scheme', tinyRun(TAGS_WITHOUT_SCHEME), TAGS_WITHOUT_SCHEME],
])('rated entities %s: those that are scored, with the probabilities of tagging', async (_, { model }, corpus) => {
  const rated = await ratedEntities(model, corpus.sentences);
  const { overall } = (await evaluateCorpus(model, corpus.sentences)).scores;
  expect(rated.length).toBe(overall.predicted);
  expect(rated.length).toBeGreaterThan(0);
  expect(rated.filter(({ isCorrect }) => isCorrect).length).toBe(overall.correct);
  const tagged = await tagSentences(model, toTag(corpus.sentences));
  expect(rated.map(({ probability }) => probability)).toEqual(
    tagged.flatMap(({ entities }) => entities.map(({ probability }) => probability)),
  );
});

test('classes of texts are not calibrated', async () => {
  const rows = Array.from(
    { length: 200 },
    (_, i) => `a ${i % 2 === 0 ? 'fine' : 'dull'} film ${i},${i % 3 === 0 ? 'pos' : 'neg'}`,
  );
  const corpus = readCorpus('a.csv', new TextEncoder().encode(`text,label\n${rows.join('\n')}\n`));
  const { model } = tinyRun(corpus, { decoder: 'softmax' });
  expect(await calibrate(model, corpus.sentences)).toMatchObject({
    calibration: undefined,
    problem: 'Classes of texts are not calibrated.',
  });
});

test('entities of which nothing is known are not rated; halves are of documents', async () => {
  const { model } = tinyRun(CORPUS);
  const [first, second] = CORPUS.sentences as [Sentence, Sentence];
  const open = { tokens: first.tokens.map((__, t) => t) };
  const rated = await ratedEntities(model, [
    { ...first, document: 0, unknown: open },
    { ...second, document: 0 },
    { ...second, document: 1 },
  ]);
  expect(rated.filter(({ sentence }) => sentence === 0)).toEqual([]);
  expect(new Set(rated.map(({ sentence, half }) => `${sentence} ${half}`))).toEqual(new Set(['1 0', '2 1']));
});

test('a calibrated model gives the confidence of its entities, and marks those to review', async () => {
  const { model } = tinyRun(CORPUS);
  const many = Array.from({ length: 120 }, (__, i) => CORPUS.sentences[i % 2]!);
  const { calibration, problem, honest, rated } = await calibrate(model, many);
  expect(problem === undefined).toBe(calibration !== undefined);
  expect(honest).toHaveLength(rated.length);
  const own = calibration ?? { all: { slope: 0.5, shift: 0 }, byType: {} };
  const plain = (await tagSentences(model, toTag(CORPUS.sentences))).flatMap(({ entities }) => entities);
  const least = plain.reduce((low, { type, probability }) => Math.min(low, confidenceOf(own, type, probability)), 1);
  const threshold = least + 1e-9;
  const marked = (
    await tagSentences({ ...model, confidence: { calibration: own, threshold } }, toTag(CORPUS.sentences))
  ).flatMap(({ entities }) => entities);
  expect(marked).toEqual(
    plain.map((entity) => {
      const probability = confidenceOf(own, entity.type, entity.probability);
      return { ...entity, probability, review: probability < threshold };
    }),
  );
  expect(marked.some(({ review }) => review)).toBe(true);
});

test('a calibration that is no better on the other half is not kept', async () => {
  const { model } = tinyRun(CORPUS);
  // Every second document is a copy without its entities: what is right in one half is wrong in the other.
  const [first] = CORPUS.sentences as [Sentence];
  const many = Array.from({ length: 120 }, (_, document): Sentence => {
    if (document % 2 === 0) return { ...first, document };
    return { ...first, document, spans: [], tags: first.tags.map(() => 'O') };
  });
  const { calibration, problem, honest, rated } = await calibrate(model, many);
  expect(calibration).toBeUndefined();
  expect(problem).toBeDefined();
  expect(honest).toBe(rated);
});

test('too few entities: no calibration, and the reason', async () => {
  const { model } = tinyRun(CORPUS);
  const { calibration, problem } = await calibrate(model, CORPUS.sentences);
  expect(calibration).toBeUndefined();
  expect(problem).toMatch(/^The model finds \d+ entities in the dev data: too few to calibrate its confidence/);
});
