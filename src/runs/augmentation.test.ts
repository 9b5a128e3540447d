import { beforeAll, expect, test } from 'vitest';
import { BIO_CORPUS, TINY, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import type { EncoderFeatures } from '../data/features/encoder-features.ts';
import { augmented } from './augmentation.ts';
import { prepareFurther } from './further.ts';
import { planRun } from './plan.ts';
import { trainedSentences } from './prepare.ts';

beforeAll(useReferences);

const { sentences, style } = BIO_CORPUS;
const documents = sentences.map((sentence, i) => ({ ...sentence, document: i }));
const withChange = (augmentation: 'none' | 'lowercase' | 'capitals' | 'mentions' | 'all') =>
  augmented(documents, { augmentation, seed: 1 }, style);

test('without augmentation the training sentences are the same objects', () => {
  expect(withChange('none')).toBe(documents);
});

test('each sentence has a changed copy in half of the epochs, in a document of its own', () => {
  const train = withChange('lowercase');
  expect(train.slice(0, 2)).toEqual(documents);
  expect(train.slice(2).map(({ tokens, document, weight }) => [tokens[0], document, weight])).toEqual([
    ['ada', 2, 0.5],
    ['mio', 3, 0.5],
  ]);
  expect(train[2]!.tags).toEqual(sentences[0]!.tags);
});

test('all changes in turn take no longer than one', () => {
  const weights = (some: readonly { weight?: number }[]) => some.reduce((sum, { weight = 1 }) => sum + weight, 0);
  expect(weights(withChange('all'))).toBeCloseTo(3);
  const config = { ...DEFAULT_CONFIG, ...TINY, batchSize: 1 };
  const source = { train: sentences, dev: sentences, others: [], style, vectors: undefined };
  expect(planRun({ ...config, augmentation: 'all' }, source).stepsPerEpoch).toBe(3);
  expect(planRun(config, source).stepsPerEpoch).toBe(2);
});

test('copies are trained on; the vocabulary is that of the file', () => {
  const [plain, changed] = [tinyRun(), tinyRun(undefined, { augmentation: 'capitals' })];
  expect(changed.data.train.sentences).toHaveLength(4);
  expect(changed.data.train.sentences.slice(0, 2)).toEqual(plain.data.train.sentences);
  expect(changed.model.vocabulary.toJSON()).toEqual(plain.model.vocabulary.toJSON());
});

test('a model that is trained further sees the copies too', async () => {
  const { model } = tinyRun();
  const source = { train: sentences, dev: sentences, others: [], style, vectors: undefined };
  const prepare = await prepareFurther(model, source, undefined);
  const { data } = prepare({ ...DEFAULT_CONFIG, ...TINY, augmentation: 'lowercase' }, source);
  expect(data.train.sentences).toHaveLength(4);
});

test('with an encoder there are no copies, neither in the plan nor in the run', () => {
  const encoder = () => ({ identity: { name: 'a', hash: 'b' }, width: 4 }) as unknown as EncoderFeatures;
  const source = { train: sentences, dev: sentences, others: [], style, vectors: undefined, encoder };
  const config = { ...DEFAULT_CONFIG, ...TINY, encoder: true, augmentation: 'all', batchSize: 1 } as const;
  expect(trainedSentences(config, source)).toBe(sentences);
  expect(trainedSentences({ ...config, encoder: false }, source)).toHaveLength(8);
});
