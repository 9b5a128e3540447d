import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { train } from '../model/trainer.ts';
import { disposeWeights } from '../model/weights.ts';
import { corpusOf, TINY, useReferences } from '../../test/helpers/tiny-run.ts';
import type { Sentence } from '../data/corpus.ts';
import { grownTags, prepareFurther } from './further.ts';
import { prepareRun } from './prepare.ts';

beforeAll(useReferences);

const CONFIG = { ...DEFAULT_CONFIG, ...TINY, epochs: 30, learningRate: 0.05, dropoutInput: 0, dropoutOutput: 0 };

const text = (person: string, place: string) =>
  ['Ada', 'Mio', 'Bo', 'Li']
    .map((name, i) => `${name} ${person}\nsaw O\n${['Norrby', 'Oslo'][i % 2]} ${place}\n`)
    .join('\n');

const people = corpusOf(text('B-PER', 'O')).sentences;
const all = corpusOf(text('B-PER', 'B-LOC')).sentences;
const { style, sentences } = corpusOf(text('O', 'B-LOC'));
/** The same sentences, in which only places are annotated. */
const places = sentences.map((one): Sentence => ({ ...one, unknown: { types: ['LOC'], tokens: [] } }));

const sourceOf = (data: Sentence[]) => ({ train: data, dev: data, others: [all], style, vectors: undefined });

async function trained({ model, data }: ReturnType<typeof prepareRun>) {
  for await (const _ of train(model, data));
  return model;
}

const KINDS = [
  ['a network', CONFIG],
  ['a feature CRF', { ...CONFIG, emissions: 'features', charEncoder: 'none' }],
] as const;

test.each(KINDS)(
  '%s learns a new type from sentences with only this type, and keeps the old one',
  async (_, config) => {
    const old = await trained(prepareRun(config, sourceOf(people)));
    const before = old.vocabulary.tags;
    expect(grownTags(old, sourceOf(people))).toEqual(before);
    expect(
      (await prepareFurther(old, sourceOf(people), undefined))(config, sourceOf(people)).data.teacher,
    ).toBeUndefined();
    const prepare = await prepareFurther(old, sourceOf(places), undefined);
    const prepared = prepare(config, sourceOf(places));
    expect(prepared.model.vocabulary.tags).toEqual([...before, 'B-LOC', 'I-LOC', 'E-LOC', 'S-LOC']);
    // The target at a place is its tag.
    const { emissions } = prepared.data.teacher![0]!;
    const K = prepared.model.vocabulary.tags.length;
    const place = prepared.model.vocabulary.tagId('S-LOC');
    expect([...emissions[0]!.subarray(2 * K, 3 * K).keys()].filter((k) => emissions[0]![2 * K + k]! > -1e3)).toEqual([
      place,
    ]);
    const model = await trained(prepared);
    const { scores } = await evaluateCorpus(model, all);
    expect(scores.byType).toMatchObject({ PER: { f1: 1 }, LOC: { f1: 1 } });
    disposeWeights(model.weights);
    disposeWeights(old.weights);
  },
);
