import { beforeAll, expect, test } from 'vitest';
import { corpusOf, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { installSimdBackend } from '../devices/simd.ts';
import { setBackend } from '../tensors/tensors.ts';
import { tagInChunks } from '../tagging/texts/chunks.ts';
import { inspectText } from '../tagging/explain/inspect.ts';
import { scoreSentences, tagSentences } from '../tagging/texts/text.ts';
import { tagTypes } from '../data/tags/training-tags.ts';
import { tokenize } from '../data/text/tokenizer.ts';
import { encodeSentences, type TaggerModel } from './model.ts';
import { lastLayer } from './observe.ts';
import { train, type Checkpoint } from './trainer.ts';
import { disposeWeights, downloadWeights, type HostWeights } from './weights.ts';

const TWO_DOCUMENTS = corpusOf(
  'Ada B-PER\nVale I-PER\nlives O\n\nVale B-LOC\nis O\nold O\n\n-DOCSTART- O\n\nMio B-PER\nleft O\nNorrby B-LOC\n\nNorrby B-LOC\nslept O\n',
);
const DOCUMENTS = { context: 'document', epochs: 3, patience: 0 } as const;

beforeAll(useReferences);

async function emissionsOf(model: TaggerModel, sentences: string[], documents?: number[]) {
  const forms = sentences.map((sentence, s) => ({ tokens: sentence.split(' '), document: documents?.[s] }));
  const found: Float32Array[] = [];
  for await (const { sentence, emissions } of scoreSentences(model, forms)) {
    found[sentence] = emissions.slice();
  }
  return found;
}

test('the state of a token depends on the same word elsewhere in its document, and on no other word', async () => {
  const { model } = tinyRun(TWO_DOCUMENTS, DOCUMENTS);
  const [alone] = await emissionsOf(model, ['Ada Vale lives', 'Vale is old']);
  const [together] = await emissionsOf(model, ['Ada Vale lives', 'Vale is old'], [0, 0]);
  const [apart] = await emissionsOf(model, ['Ada Vale lives', 'Vale is old'], [0, 1]);
  const [other] = await emissionsOf(model, ['Ada Vale lives', 'Norrby is old'], [0, 0]);
  const K = model.vocabulary.tags.length;
  expect(apart).toEqual(alone);
  expect(other).toEqual(alone);
  expect(together!.subarray(0, K)).toEqual(alone!.subarray(0, K));
  expect(together!.subarray(K, 2 * K)).not.toEqual(alone!.subarray(K, 2 * K));
  disposeWeights(model.weights);
});

test('a second pass moves doubtful tokens to the types of the other occurrences, and only linked ones', async () => {
  const first = tinyRun(TWO_DOCUMENTS, DOCUMENTS).model;
  const second: TaggerModel = { ...first, config: { ...first.config, consistency: 5 } };
  const texts = ['Ada Vale lives', 'Vale is old'];
  const [before] = await emissionsOf(first, texts, [0, 0]);
  const [after] = await emissionsOf(second, texts, [0, 0]);
  const [, other] = await emissionsOf(first, texts, [0, 0]);
  const [alone] = await emissionsOf(second, texts.slice(0, 1));
  expect(alone).toEqual((await emissionsOf(first, texts.slice(0, 1)))[0]);
  const { types } = tagTypes(first);
  const K = types.length;
  const sharesOf = (scores: Float32Array) => {
    const powers = scores.map(Math.exp);
    const total = powers.reduce((sum, power) => sum + power, 0);
    return [...types].map((type) => powers.reduce((sum, power, k) => sum + (types[k] === type ? power / total : 0), 0));
  };
  const own = sharesOf(before!.subarray(K, 2 * K));
  const doubt = 1 - [...new Set(types)].reduce((sum, type) => sum + own[types.indexOf(type)]! ** 2, 0);
  const draft = sharesOf(other!.subarray(0, K)); // draft of the only other occurrence
  const expected = draft.map((share, k) => before![K + k]! + 5 * doubt * share);
  expected.forEach((score, k) => expect(after![K + k]).toBeCloseTo(score, 4));
  expect(after!.subarray(0, K)).toEqual(before!.subarray(0, K));
  disposeWeights(first.weights);
});

test('Inside reads a text as a document, as the sentence box does', async () => {
  const { model } = tinyRun(TWO_DOCUMENTS, DOCUMENTS);
  const { sentences } = await inspectText(model, 'Ada Vale lives.\n\nVale is old.');
  const together = await emissionsOf(model, ['Ada Vale lives .', 'Vale is old .'], [0, 0]);
  const [alone] = await emissionsOf(model, ['Ada Vale lives .']);
  expect(sentences.map(({ emissions }) => emissions)).toEqual(together);
  expect(sentences[0]!.emissions).not.toEqual(alone);
  disposeWeights(model.weights);
});

test('the last layer of a document: what it adds, and to what each token attends', async () => {
  const { model } = tinyRun(TWO_DOCUMENTS, DOCUMENTS);
  const texts = ['Ada Vale lives', 'Mio is old', 'Vale and Vale left', 'Norrby slept'];
  const sentences = texts.map((text) => ({ tokens: text.split(' '), tags: [], document: 0 }));
  const corpus = await encodeSentences(model, model.vocabulary, sentences);
  const layers = await Promise.all(texts.map((_, index) => lastLayer(model, corpus, index)));
  const [first] = layers;
  expect(layers.map(({ links }) => links.map((of) => of.map(({ sentence, token }) => [sentence, token])))).toEqual([
    [[], [[2, 0], [2, 2]], []],
    [[], [], []],
    [[[2, 2], [0, 1]], [], [[2, 0], [0, 1]], []],
    [[], []],
  ]); // prettier-ignore

  const { 'context.q': q, 'context.k': k } = (await downloadWeights(model.weights)) as HostWeights;
  const [DH, A] = q!.shape as [number, number];
  const project = (state: Float32Array, { values }: { values: Float32Array }) =>
    Array.from({ length: A }, (_, a) => state.reduce((sum, one, d) => sum + one * values[d * A + a]!, 0));
  const stateOf = (sentence: number, token: number) => layers[sentence]!.y.subarray(token * DH, (token + 1) * DH);
  const query = project(stateOf(0, 1), q!);
  const exps = [stateOf(2, 0), stateOf(2, 2)].map((state) =>
    Math.exp(project(state, k!).reduce((sum, key, a) => sum + key * query[a]!, 0) / Math.sqrt(A)),
  );
  const sum = exps[0]! + exps[1]!;
  first!.links[1]!.forEach(({ weight }, i) => expect(weight).toBeCloseTo(exps[i]! / sum, 5));

  const isLinked = (t: number) => first!.added!.subarray(t * DH, (t + 1) * DH).some((value) => value !== 0);
  expect([0, 1, 2].map(isLinked)).toEqual([false, true, false]);
  disposeWeights(model.weights);
});

test('a text is tagged alike, whole or in chunks', async () => {
  const { model } = tinyRun(TWO_DOCUMENTS, DOCUMENTS);
  const text = 'Ada Vale lives in Norrby. Vale was old then.\n'.repeat(2000);
  const sentences = tokenize(text).map((tokens) => ({ text, tokens }));
  const whole = await tagSentences(model, sentences);
  const chunks = [];
  for await (const { tagged } of tagInChunks(model, sentences)) chunks.push(tagged);
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.flat()).toEqual(whole);
  const one = tokenize('Vale was old.')[0]!;
  const apart = [0, 1].map((document) => ({ text: '', tokens: one, document }));
  for await (const { tagged } of tagInChunks(model, apart)) {
    const [alone] = await tagSentences(model, [{ tokens: one }]);
    expect(tagged).toEqual([alone, alone]);
  }
  disposeWeights(model.weights);
});

async function trained(threads: number, resumeAfter?: number): Promise<HostWeights> {
  const simd = await installSimdBackend();
  await simd.startThreads(threads, ({ message }) => expect.unreachable(message), 0);
  await setBackend('simd');
  let resume: Checkpoint | undefined;
  for (;;) {
    const { model, data } = tinyRun(TWO_DOCUMENTS, DOCUMENTS);
    const checkpoints: Checkpoint[] = [];
    for await (const event of train(model, data, undefined, resume)) {
      if (event.kind === 'checkpoint') checkpoints.push(event.checkpoint);
    }
    const weights = await downloadWeights(model.weights);
    disposeWeights(model.weights);
    if (resumeAfter === undefined || resume !== undefined) return weights;
    resume = checkpoints[resumeAfter - 1]!;
  }
}

test('the same seed gives the same bits on any number of threads and after a resume, and trains the context', async () => {
  const weights = await trained(1);
  expect(await trained(3)).toEqual(weights);
  expect(await trained(1, 1)).toEqual(weights);
  const { model } = tinyRun(TWO_DOCUMENTS, DOCUMENTS);
  const initial = await downloadWeights(model.weights);
  disposeWeights(model.weights);
  for (const name of ['context.q', 'context.k', 'context.v', 'context.u', 'context.b']) {
    expect(weights[name]!.values).not.toEqual(initial[name]!.values);
  }
});
