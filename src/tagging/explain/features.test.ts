import { memory } from '../../tensors/tensors.ts';
import { beforeAll, expect, test } from 'vitest';
import { tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { newRun } from '../../../test/helpers/exported-models.ts';
import { attribute } from './attribution.ts';
import { inspectFeatures } from './features.ts';
import { inspectText } from './inspect.ts';

const TEXT = 'Ada Vale left Norrby in May. Mio lives.';

beforeAll(useReferences);

test('the weights of the active features of a token sum to its emission', async () => {
  const { model } = await newRun({ settings: { emissions: 'features' } });
  const before = memory().numTensors;
  const { emissions } = (await inspectText(model, TEXT)).sentences[0]!;
  const K = model.vocabulary.tags.length;
  for (const [token, tag] of [
    [0, 1],
    [3, 2],
    [6, 0],
  ] as const) {
    const found = await inspectFeatures(model, { text: TEXT, sentence: 0, token, tag });
    expect(found.emission).toBeCloseTo(emissions[token * K + tag]!, 4);
    expect(found.active.map(({ name }) => name)).toContain('bias');
    expect(found.highest[0]!.weight).toBeGreaterThan(0.9); // the weights are uniform in ±1
    expect(found.lowest[0]!.weight).toBeLessThan(-0.9);
  }
  expect(memory().numTensors).toBe(before);
});

test('leaving a word out removes its features, and those of its neighbours that read it', async () => {
  const { model } = await newRun({ settings: { emissions: 'features' } });
  const tag = model.vocabulary.tags.indexOf('O');
  const ask = (text: string) => attribute(model, { text, sentence: 0, token: 3, tag });
  const { words, inputs, logProbability } = await ask(TEXT);
  expect(inputs).toEqual({ network: false, features: true, encoder: false });
  const far = await ask(TEXT.replace('May', 'June')); // two words from the target: only through the path
  expect(words[5]!.logProbabilityWithout).not.toBe(logProbability);
  expect(Math.abs(far.logProbability - logProbability)).toBeGreaterThan(0);
  for (const { wordEstimate, characterEstimate } of words) expect([wordEstimate, characterEstimate]).toEqual([0, 0]);
});

test('the gradient of a barely trained model estimates what leaving a word out changes', async () => {
  const { model } = tinyRun(undefined, { emissions: 'features' });
  const tag = model.vocabulary.tags.indexOf('O');
  const { words } = await attribute(model, { text: TEXT, sentence: 0, token: 3, tag });
  for (const { featureEstimate } of words) expect(featureEstimate).toBe(0); // all weights are 0
});
