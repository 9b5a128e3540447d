import { beforeAll, describe, expect, test } from 'vitest';
import { corpusOf, TINY, useReferences } from '../../test/helpers/tiny-run.ts';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import type { F1Difference } from '../eval/f1-difference.ts';
import { isStudentKept } from '../eval/kept-student.ts';
import { StudioError } from '../lib/errors.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { TEACHERS } from '../config/unlabelled.ts';
import {
  agreedSentences,
  learnFromPool,
  teacherConfig,
  timesAsLong,
  withGold,
  type LabelledPool,
} from './unlabelled.ts';

beforeAll(useReferences);

const GOLD = corpusOf(
  'Ada B-PER\nVale I-PER\nlives O\nin O\nNorrby B-LOC\n. O\n\nMio B-PER\nleft O\nNorrby B-LOC\nlast O\nMay O\n',
);
const POOL = ['Mio lives in Norrby .', 'Ada Vale left last May', 'nobody came'].map((text, document) => {
  return { tokens: text.split(' '), document };
});

describe('sentences on which all teachers agree', () => {
  const pool = [{ tokens: ['Mio', 'Bell', 'left'] }, { tokens: ['Weir'] }, { tokens: [] }];
  const first = [['B-PER', 'E-PER', 'O'], ['S-LOC'], []];
  const second = [['B-PER', 'E-PER', 'O'], ['S-PER'], []];

  test('have tags in the style of the training file', () => {
    expect(agreedSentences(pool, [first, first, second], standardStyle('BIOES'), standardStyle('BIO'))).toEqual([
      {
        tokens: ['Mio', 'Bell', 'left'],
        tags: ['B-PER', 'I-PER', 'O'],
        spans: [{ start: 0, end: 2, type: 'PER' }],
        line: 0,
      },
    ]);
  });

  test('without a scheme keep their tags', () => {
    const style = { ...standardStyle('BIO'), scheme: 'none' as const };
    const tags = [['NNP', 'NNP', 'VBD'], ['NN'], []];
    const agreed = agreedSentences(pool, [tags, tags], style, style);
    expect(agreed.map((one) => one.tags)).toEqual([['NNP', 'NNP', 'VBD'], ['NN']]);
    expect(agreed.flatMap(({ spans }) => spans)).toEqual([]);
  });
});

test('the student sees annotated sentences four times, and no document twice', () => {
  const gold = GOLD.sentences.map((sentence, document) => ({ ...sentence, document }));
  const train = withGold(gold, [{ ...gold[0]!, document: 0 }]);
  expect(train).toHaveLength(9);
  expect(train.map(({ document }) => document)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('teachers read documents if they have them, as the text does', () => {
  const config = { ...DEFAULT_CONFIG, context: 'document', consistency: 2 } as const;
  const of = (...documents: (number | undefined)[]) => documents.map((document) => ({ tokens: ['a'], document }));
  const pool = of(0, 0, 0, 0, 1, 1, 1, 1);
  expect(teacherConfig(config, of(0, 0, 1, 1), pool)).toBe(config);
  expect(teacherConfig(config, of(undefined, undefined), pool)).toBe(config); // one document
  expect(teacherConfig(config, of(0, 1, 2, 2), pool)).toEqual({ ...config, context: 'sentence', consistency: 0 });
  expect(teacherConfig(config, of(0, 1, 2, 2), of(0, 1, 2))).toBe(config);
  expect(teacherConfig(DEFAULT_CONFIG, of(0, 1, 2, 2), pool)).toBe(DEFAULT_CONFIG);
});

test('how long it takes, in tokens that are trained on', () => {
  const of = (tokens: number) => [{ tokens: Array.from({ length: tokens }, () => 'a') }];
  // Three teachers of 22 epochs; 7 epochs of four times the gold and the pool.
  expect(timesAsLong({ epochs: 22 }, of(10), of(90))).toBeCloseTo(3 + (7 * 130) / (22 * 10));
});

test.each([
  ['networks', {}],
  ['feature CRFs', { emissions: 'features' }],
] as const)(
  'three teachers, then a student, whose vocabulary has the words of the pool; the better one is kept: %s',
  async (_, settings) => {
    const config = { ...DEFAULT_CONFIG, ...TINY, epochs: 12, learningRate: 0.03, patience: 0, ...settings };
    const source = { train: GOLD.sentences, dev: GOLD.sentences, others: [], style: GOLD.style, vectors: undefined };
    const labelled: LabelledPool[] = [];
    const compared: F1Difference[] = [];
    const options = {
      onLabelled: (pool: LabelledPool) => labelled.push(pool),
      onCompared: (difference: F1Difference) => compared.push(difference),
    };
    const ends: {
      index: number;
      label: string;
      seed: number;
      isBest: boolean;
      f1: number;
      words: readonly string[];
    }[] = [];
    for await (const event of learnFromPool(config, source, POOL, options)) {
      if (event.kind !== 'end') continue;
      const { index, run, isBest, result, model } = event;
      const words = model.vocabulary.words;
      ends.push({ index, label: run.label, seed: run.config.seed, isBest, f1: result!.dev.overall.f1, words });
    }
    const [{ of, sentences }] = labelled as [LabelledPool];
    expect(of).toBe(3);
    expect(sentences.length).toBeGreaterThan(0);
    expect(ends.map(({ label, index }) => `${label} ${index}`)).toEqual([
      'teacher 0',
      'teacher 1',
      'teacher 2',
      'student 3',
    ]);
    expect(new Set(ends.map(({ seed }) => seed)).size).toBe(TEACHERS + 1);
    const best = Math.max(...ends.slice(0, TEACHERS).map(({ f1 }) => f1));
    expect(ends.at(-1)!.isBest).toBe(isStudentKept(compared[0]!));
    expect(compared[0]!.f1).toEqual([ends.at(-1)!.f1, best].map((f1) => expect.closeTo(f1, 10)));
    const words = sentences.flatMap(({ tokens }) => tokens.map((token) => token.toLowerCase()));
    expect(words.every((word) => ends.at(-1)!.words.includes(word))).toBe(true);
  },
);

test('a stop while a teacher labels the text ends the run like any other, with the model so far', async () => {
  const controller = new AbortController();
  let isLabelling = false;
  const text = POOL.map(({ tokens, document }) => ({
    document,
    get tokens() {
      if (isLabelling) controller.abort();
      return tokens;
    },
  }));
  const config = { ...DEFAULT_CONFIG, ...TINY, epochs: 2, patience: 0 };
  const source = { train: GOLD.sentences, dev: GOLD.sentences, others: [], style: GOLD.style, vectors: undefined };
  const ends: [string, boolean][] = [];
  for await (const event of learnFromPool(config, source, text, { signal: controller.signal })) {
    if (event.kind === 'train' && event.event.kind === 'done') isLabelling = true;
    if (event.kind === 'end') ends.push([event.run.label, event.isBest]);
  }
  expect(ends).toEqual([['teacher', true]]);
});

test('a device that is lost while a teacher labels the text is replaced, and the run goes on', async () => {
  const lost = new StudioError('DeviceLost', 'The GPU was lost.');
  let failures = 0;
  const text = POOL.map(({ tokens, document }) => {
    const get = (target: string[], key: string | symbol): unknown => {
      if (failures-- > 0) throw lost;
      return Reflect.get(target, key);
    };
    return { document, tokens: new Proxy(tokens, { get }) };
  });
  const config = { ...DEFAULT_CONFIG, ...TINY, epochs: 12, learningRate: 0.03, patience: 0 };
  const source = { train: GOLD.sentences, dev: GOLD.sentences, others: [], style: GOLD.style, vectors: undefined };
  const replaced: number[] = [];
  const device = {
    isLost: (error: unknown) => error === lost,
    replace: async (epoch: number) => void replaced.push(epoch),
  };
  const labels: string[] = [];
  for await (const event of learnFromPool(config, source, text, { device })) {
    if (event.kind === 'train' && event.event.kind === 'done' && labels.length === 0) failures = 1;
    if (event.kind === 'end') labels.push(event.run.label);
  }
  expect(replaced).toEqual([12]);
  expect(labels).toEqual(['teacher', 'teacher', 'teacher', 'student']);
});

test('after a stop there is no student', async () => {
  const controller = new AbortController();
  const config = { ...DEFAULT_CONFIG, ...TINY, epochs: 2 };
  const source = { train: GOLD.sentences, dev: GOLD.sentences, others: [], style: GOLD.style, vectors: undefined };
  const labels: string[] = [];
  for await (const event of learnFromPool(config, source, POOL, { signal: controller.signal })) {
    if (event.kind === 'begin') controller.abort();
    if (event.kind === 'end') labels.push(event.run.label);
  }
  expect(labels).toEqual(['teacher']);
});
