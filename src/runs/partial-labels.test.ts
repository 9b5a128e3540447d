import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { train } from '../model/trainer.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { disposeWeights } from '../model/weights.ts';
import { corpusOf, TINY, useReferences } from '../../test/helpers/tiny-run.ts';
import { prepareRun } from './prepare.ts';

beforeAll(useReferences);

const CONFIG = { ...DEFAULT_CONFIG, ...TINY, epochs: 20, learningRate: 0.05, dropoutInput: 0, dropoutOutput: 0 };

const text = (person: string, place: string, outside = 'O') =>
  ['Ada', 'Mio', 'Bo', 'Li']
    .map((name, i) => `${name} ${person}\nsaw ${outside}\nold ${outside}\n${['Norrby', 'Oslo'][i % 2]} ${place}\n`)
    .join('\n');

const { sentences: all, style } = corpusOf(text('B-PER', 'B-LOC'));
const only = (type: string, corpus: string) =>
  corpusOf(corpus).sentences.map((one) => ({ ...one, unknown: { types: [type], tokens: [] } }));

/** F1 on the whole annotation, after training on a part of it. */
async function f1Of(sentences: typeof all, settings: Partial<typeof CONFIG> = {}): Promise<number> {
  const source = { train: sentences, dev: all, others: [], style, vectors: undefined };
  const { model, data } = prepareRun({ ...CONFIG, ...settings }, source);
  for await (const _ of train(model, data));
  const { scores } = await evaluateCorpus(model, all);
  disposeWeights(model.weights);
  return scores.overall.f1;
}

test('a model learns all types from files of one type each', async () => {
  const parts = [...only('PER', text('B-PER', 'O')), ...only('LOC', text('O', 'B-LOC'))];
  expect(await f1Of(parts)).toBe(1);
});

test('from spans alone everything becomes an entity, unless the share of entities is expected', async () => {
  const { sentences } = corpusOf(text('B-PER', 'B-LOC', '?'));
  expect(sentences[0]!.unknown).toEqual({ tokens: [1, 2] });
  expect(await f1Of(sentences)).toBeLessThan(0.9);
  expect(await f1Of(sentences, { entityRatioWeight: 10, entityRatio: 0.5 })).toBe(1);
});
