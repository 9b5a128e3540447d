import { memory } from '../../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { sentenceEmissions } from '../../crf/decode.ts';
import { compactVectorsFrom } from '../../data/vectors/compact.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { hashWord } from '../../lib/word-hash.ts';
import { encodeCorpus } from '../../data/batches/encode.ts';
import { TagReader } from '../../data/tags/tag-spans.ts';
import { decodingScores } from '../../model/crf-scores.ts';
import { replaceWeights, type TaggerModel } from '../../model/model.ts';
import { emissionBatches } from '../../model/predict.ts';
import { downloadWeights } from '../../model/weights.ts';
import { extendVocabulary } from '../../model/out-of-vocabulary.ts';
import { tagSentences, tagText } from './text.ts';
import { trainingStyle } from '../../data/tags/training-tags.ts';
import { BIO_CORPUS, corpusOf, eagerModel, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';

/** The probability of each path of tags, by enumeration. */
async function everyPath(model: TaggerModel, tokens: string[]): Promise<{ path: string[]; probability: number }[]> {
  const { tags } = model.vocabulary;
  const { transitions, start, end } = await decodingScores(model);
  const corpus = encodeCorpus(model.vocabulary, [{ tokens, tags: [] }]);
  let emissions = new Float32Array();
  for await (const { batch, emissions: rows } of emissionBatches(model, corpus)) {
    emissions = Float32Array.from(sentenceEmissions(rows, tags.length, batch.layout, 0));
  }
  let paths: { path: number[]; score: number }[] = [{ path: [], score: 0 }];
  for (let t = 0; t < tokens.length; t++) {
    paths = paths.flatMap(({ path, score }) =>
      tags.map((_, k) => {
        const step = t === 0 ? start[k]! : transitions[path.at(-1)! * tags.length + k]!;
        return { path: [...path, k], score: score + step + emissions[t * tags.length + k]! };
      }),
    );
  }
  const weights = paths.map(({ path, score }) => Math.exp(score + end[path.at(-1)!]!));
  const sum = weights.reduce((a, b) => a + b, 0);
  return paths.map(({ path }, i) => ({ path: path.map((k) => tags[k]!), probability: weights[i]! / sum }));
}

beforeAll(useReferences);

test('offsets refer to the text', async () => {
  const model = await eagerModel();
  const text = '  Ada left Norrby.\n\nMio (of “Vale”) lives in Norrby 🙂, in May.';
  const { sentences } = await tagText(model, text);
  expect(sentences.map(({ tokens }) => tokens.map((token) => token.text))).toEqual([
    ['Ada', 'left', 'Norrby', '.'],
    ['Mio', '(', 'of', '“', 'Vale', '”', ')', 'lives', 'in', 'Norrby', '🙂', ',', 'in', 'May', '.'],
  ]);
  const entities = sentences.flatMap((sentence) => sentence.entities.map((entity) => ({ ...entity, sentence })));
  expect(entities.length).toBeGreaterThan(0);
  for (const { tokens } of sentences) {
    for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.text);
  }
  for (const { start, end, first, last, sentence } of entities) {
    expect([start, end]).toEqual([sentence.tokens[first]!.start, sentence.tokens[last]!.end]);
  }
});

test('an empty text has no sentences; an empty sentence stays in its place', async () => {
  const model = await eagerModel();
  expect((await tagText(model, ' \n\n ')).sentences).toEqual([]);
  const [first, second] = await tagSentences(model, [{ tokens: [] }, { tokens: [{ text: 'Ada', start: 3, end: 6 }] }]);
  expect(first).toEqual({ tokens: [], entities: [], otherReadings: [] });
  expect(second!.tokens).toMatchObject([{ text: 'Ada', start: 3, end: 6 }]);
});

describe.each(['BIO', 'BIOES'] as const)('probabilities of a model trained in %s', (scheme) => {
  const tokens = scheme === 'BIO' ? ['Ada', 'Vale', 'left', 'Norrby'] : ['Ada', 'Vale', 'left']; // K^T paths: 625, 729

  test('of tokens and entities equal the sum over all paths that contain them', async () => {
    const model = await eagerModel(BIO_CORPUS, { scheme });
    const reader = new TagReader(trainingStyle(model.config, model.style));
    const paths = await everyPath(model, tokens);
    const best = paths.reduce((a, b) => (b.probability > a.probability ? b : a)).path;
    const has = (holds: (path: string[]) => boolean) =>
      paths.filter(({ path }) => holds(path)).reduce((sum, { probability }) => sum + probability, 0);

    const [tagged] = await tagSentences(model, [{ tokens: tokens.map((text) => ({ text, start: 0, end: 0 })) }]);
    tagged!.tokens.forEach(({ probability }, t) =>
      expect(probability).toBeCloseTo(
        has((path) => path[t] === best[t]),
        5,
      ),
    );
    expect(tagged!.entities.length).toBeGreaterThan(0);
    for (const { type, first, last, probability } of tagged!.entities) {
      const isEntity = (path: string[]) =>
        reader.read(path).spans.some((s) => s.type === type && s.start === first && s.end === last + 1);
      expect(probability).toBeCloseTo(has(isEntity), 5);
    }
  });
});

test('an ambiguous sentence has other readings with their probabilities', async () => {
  const model = await eagerModel(BIO_CORPUS, { scheme: 'BIO' });
  const weights = await downloadWeights(model.weights);
  const bias = weights['output.b']!.values;
  const setBias = (place: number) => {
    bias.fill(-30);
    bias[0] = 0;
    bias[model.vocabulary.tags.indexOf('B-LOC')] = place;
    replaceWeights(model, weights);
  };
  const read = async () => (await tagSentences(model, [{ tokens: [{ text: 'Norrby', start: 3, end: 9 }] }]))[0]!;

  setBias(1);
  const unsure = await read();
  const [place] = unsure.entities;
  expect(place).toMatchObject({ type: 'LOC', start: 3, end: 9 });
  expect(unsure.otherReadings).toMatchObject([{ entities: [] }]);
  expect(place!.probability + unsure.otherReadings[0]!.probability).toBeCloseTo(1, 5);

  setBias(-1);
  expect((await read()).otherReadings).toMatchObject([{ entities: [{ type: 'LOC', start: 3, end: 9 }] }]);
  setBias(9);
  expect((await read()).otherReadings).toEqual([]);
});

test('tags have the style of the training file', async () => {
  const corpus = corpusOf('Ada PER_I\nVale PER_I\nMio PER_B\nleft O\nNorrby LOC_I\nlast O\nMay O\n');
  expect(corpus.style.scheme).toBe('IOB1');
  const [sentence] = (await tagText(await eagerModel(corpus), 'Ada Vale left Norrby')).sentences;
  const tags = sentence!.tokens.map(({ tag }) => tag);
  const spans = sentence!.entities.map(({ type, first, last }) => ({ type, start: first, end: last + 1 }));
  expect(spans.length).toBeGreaterThan(0);
  expect(new TagReader(corpus.style).read(tags)).toEqual({ spans, invalid: [] });
});

test('without a scheme each token is an entity whose type is its tag', async () => {
  const corpus = corpusOf('Ada NNP\nleft VBD\nNorrby NNP\nlast JJ\nMay NNP\n. .\n');
  const [sentence] = (await tagText(tinyRun(corpus).model, 'Ada left')).sentences;
  expect(corpus.style.scheme).toBe('none');
  expect(sentence!.tokens).toHaveLength(2);
  for (const { tag } of sentence!.tokens) expect(['NNP', 'VBD', 'JJ', '.']).toContain(tag);
  expect(sentence!.entities).toEqual(
    sentence!.tokens.map(({ tag, start, end, probability }, i) => {
      return { type: tag, start, end, first: i, last: i, probability };
    }),
  );
  expect(sentence!.otherReadings.length).toBeGreaterThan(0);
  for (const { entities } of sentence!.otherReadings) expect(entities).toHaveLength(2);
});

test('letters that the training text does not have are reported once each', async () => {
  const { model } = tinyRun(BIO_CORPUS);
  expect((await tagText(model, 'Ada left.')).unknownLetters).toEqual([]);
  expect((await tagText(model, 'Left ADA.')).unknownLetters).toEqual([]); // known in lower or upper case
  expect((await tagText(model, 'Ada жила в Norrby, жила!')).unknownLetters).toEqual(['ж', 'и', 'л', 'а', 'в']);
});

describe('an out-of-vocabulary word with a stored vector', () => {
  const EXACT = 1e-6;

  test('is tagged by its vector', async () => {
    const model = await eagerModel(BIO_CORPUS, { charEncoder: 'none' });
    const weights = await downloadWeights(model.weights);
    // Eight-bit values represent this vector exactly, so the new word can be compared with a known one.
    const vector = Float32Array.of(127, -64, 3, 0, 100);
    weights['words']!.values.set(vector, model.vocabulary.wordRow('Norrby') * vector.length);
    replaceWeights(model, weights);
    const stored = compactVectorsFrom({
      dimensions: 5,
      hashes: Float64Array.of(hashWord('sundvik')),
      scales: Float32Array.of(1),
      values: Int8Array.from(vector),
    });
    const probabilities = async (text: string, extra?: typeof stored) =>
      (await tagText(model, text, extra)).sentences[0]!.tokens.map(({ probability }) => probability);

    const known = await probabilities('Ada left Norrby');
    const extended = await probabilities('Ada left Sundvik', stored);
    extended.forEach((probability, t) => expect(Math.abs(probability - known[t]!)).toBeLessThan(EXACT));
    expect(await probabilities('Ada left Sundvik')).not.toEqual(known);
  });

  test('keeps its vector next to a token that is spelled like the unknown word', async () => {
    const model = await eagerModel();
    const stored: StoredVectors = {
      dimensions: 5,
      find: (keys) => Promise.resolve(new Map([...keys].map((key) => [key, new Float32Array(5).fill(key.length)]))),
      extract: () => Promise.reject(new Error('not expected')),
    };
    const { vocabulary, extraRows } = await extendVocabulary(model, [{ tokens: ['<unk>', 'Sundvik'] }], stored);
    const row = vocabulary.wordRow('Sundvik') - model.vocabulary.words.length;
    expect(Array.from((await extraRows!.array())[row]!)).toEqual([7, 7, 7, 7, 7]);
    extraRows!.dispose();
  });
});

test('leaks no tensors', async () => {
  const model = await eagerModel();
  await tagText(model, 'Ada left.');
  const before = memory().numTensors;
  await tagText(model, 'Ada left Norrby. Mio lives in Norrby.');
  expect(memory().numTensors).toBe(before);
});
