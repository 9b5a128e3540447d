import { setBackend } from '../tensors/tensors.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { ENCODER_CONFIG, ENCODER_DATA, encoderRun } from '../../test/helpers/encoder-run.ts';
import { PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import type { RunConfig } from '../config/schema.ts';
import { installSimdBackend } from '../devices/simd.ts';
import { FeatureStore } from '../encoder/feature-store.ts';
import { writeBundle } from '../export/bundle.ts';
import { readBundle } from '../export/read-bundle.ts';
import { modelCard } from '../export/model-card.ts';
import { fromBundle, toBundle } from '../export/model-bundle.ts';
import { PRECISIONS } from '../export/precision.ts';
import { randomUniform } from '../lib/rng.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import type { TaggerModel } from '../model/model.ts';
import { train, type Checkpoint } from '../model/trainer.ts';
import { disposeWeights, downloadWeights, type HostWeights } from '../model/weights.ts';
import { inspectText } from '../tagging/explain/inspect.ts';
import { planRun } from './plan.ts';
import type { RunSource } from './prepare.ts';

const { dev } = ENCODER_DATA;
const TEXT = 'the qqqq saw';

type Layer = (word: string) => [number, number];
const noise: Layer = (word) => [randomUniform(word.length, word.charCodeAt(1)) > 0.5 ? 1 : -1, 0.5];
const names: Layer = (word) => [word.includes('q') ? 1 : -1, 0.25];
const LAYERS: Record<string, Layer> = { last_hidden_state: noise, 'hidden_states.0': names, 'hidden_states.1': noise };

/** An encoder with two numbers per word in each layer. */
function encoder(layers: Record<string, Layer>): FeatureStore {
  const identity = {
    name: 'encoder.onnx',
    hash: 'ab'.repeat(32),
    layers: Object.keys(layers),
    pooling: 'first' as const,
    width: 2 * Object.keys(layers).length,
  };
  return new FeatureStore(identity, async function* (all) {
    for (const [sentence, words] of all.entries()) {
      const features = words.flatMap((word) => Object.values(layers).flatMap((layer) => layer(word)));
      yield { sentence, features: Float32Array.from(features) };
    }
  });
}

const CONFIG: RunConfig = { ...ENCODER_CONFIG, encoderLayers: 'mix' };

const models: TaggerModel[] = [];
afterEach(() => models.splice(0).forEach(({ weights }) => disposeWeights(weights)));

async function prepared(config: RunConfig, layers = LAYERS) {
  const run = await encoderRun(config, encoder(layers));
  models.push(run.model);
  return run;
}

/** Trained once; tests must not change it. */
let trained: { model: TaggerModel; f1: number };
beforeAll(async () => {
  await useReferences();
  const { model, data } = await prepared(CONFIG);
  models.pop(); // kept until the end
  let f1 = 0;
  for await (const event of train(model, data)) if (event.kind === 'done') f1 = event.bestDevF1;
  trained = { model, f1 };
});

const emissionsOf = async (model: TaggerModel) => (await inspectText(model, TEXT)).sentences[0]!.emissions;

test('a model begins with the mean of the layers', async () => {
  const { model, source } = await prepared(CONFIG);
  const mean: Layer = (word) =>
    [0, 1].map((i) => Object.values(LAYERS).reduce((sum, layer) => sum + layer(word)[i]!, 0) / 3) as [number, number];
  const ofMean = await prepared({ ...CONFIG, encoderLayers: 'final' }, { mean });
  const rows = ({ weights }: TaggerModel) => weights['layer0.wx']!.shape[0];
  expect(rows(model)).toBe(rows(ofMean.model));
  const parameters = (config: RunConfig, from: RunSource) => planRun(config, from).parameters;
  const others = parameters({ ...CONFIG, encoderLayers: 'final' }, ofMean.source);
  expect(parameters(CONFIG, source)).toBe(others + 3 + 1);
  // The mean is stored in half precision.
  expectClose(await emissionsOf(model), await emissionsOf(ofMean.model), { rtol: 0, atol: 1e-3 });
});

test('training gives the informative layer the most weight', async () => {
  const { model, f1 } = trained;
  expect(f1).toBe(1);
  const { 'mix.w': w, 'mix.gamma': gamma } = (await downloadWeights(model.weights)) as HostWeights;
  expect(w!.values[1]).toBeGreaterThan(Math.max(w!.values[0]!, w!.values[2]!) + 0.1);
  expect(gamma!.values[0]).toBeGreaterThan(1);
  const { mix } = await inspectText(model, TEXT);
  expect(mix).toMatch(
    /^the mix of the encoder's layers is last_hidden_state 2\d\.\d%, hidden_states\.0 4\d\.\d%, hidden_states\.1 2\d\.\d%, times 1\.\d{3}$/,
  );
});

test('a mix equals a model of the concatenated layers whose input weights are scaled by the share of each layer', async () => {
  const { model } = trained;
  const { model: joined } = await prepared({ ...CONFIG, encoderLayers: 'joined' });
  const { 'mix.w': w, 'mix.gamma': gamma, ...others } = (await downloadWeights(model.weights)) as HostWeights;
  const powers = w!.values.map((weight) => Math.exp(weight));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const [inputs, gates] = others['layer0.wx']!.shape as [number, number];
  const { values } = others['layer0.wx']!;
  const first = (inputs - 2) * gates; // the first encoder row
  const wx = new Float32Array((inputs + 4) * gates);
  wx.set(values.subarray(0, first));
  powers.forEach((power, layer) => {
    const share = (gamma!.values[0]! * power) / total;
    wx.set(
      values.subarray(first).map((value) => share * value),
      first + layer * 2 * gates,
    );
  });
  const bundle = await toBundle(joined, PROVENANCE);
  const folded = fromBundle({
    ...bundle,
    weights: { ...others, 'layer0.wx': { shape: [inputs + 4, gates], values: wx } },
  });
  folded.encoder = joined.encoder;
  models.push(folded);
  expectClose(await emissionsOf(folded), await emissionsOf(model), TOLERANCES.gradient);
  expect((await evaluateCorpus(folded, dev)).predicted).toEqual((await evaluateCorpus(model, dev)).predicted);
});

test('without an encoder there is nothing to mix', async () => {
  const { model } = await prepared({ ...CONFIG, encoder: false });
  expect(Object.keys(model.weights).filter((name) => name.startsWith('mix.'))).toEqual([]);
  expect((await inspectText(model, TEXT)).mix).toBeUndefined();
});

describe('exported', () => {
  test.each(PRECISIONS)('as %s, the model gives the same tags', async (precision) => {
    const { model } = trained;
    const { predicted } = await evaluateCorpus(model, dev);
    const read = fromBundle(readBundle(writeBundle(await toBundle(model, PROVENANCE), { precision })));
    models.push(read);
    read.encoder = encoder(LAYERS);
    expect((await evaluateCorpus(read, dev)).predicted).toEqual(predicted);
    expect((await inspectText(read, TEXT)).mix).toBe((await inspectText(model, TEXT)).mix);
  });

  test('the model card has the mix', async () => {
    const { model } = await prepared(CONFIG);
    expect(modelCard(await toBundle(model, PROVENANCE), 'exact')).toContain(
      " The mix of the encoder's layers is last\\_hidden\\_state 33.3%, hidden\\_states.0 33.3%, hidden\\_states.1 33.3%, times 1.000.",
    );
  });
});

async function trainedOnSimd(threads: number, resumeAfter?: number): Promise<HostWeights> {
  const simd = await installSimdBackend();
  await simd.startThreads(threads, ({ message }) => expect.unreachable(message), 0);
  await setBackend('simd');
  let resume: Checkpoint | undefined;
  for (;;) {
    const { model, data } = await prepared({ ...CONFIG, epochs: 3, patience: 0 });
    const checkpoints: Checkpoint[] = [];
    for await (const event of train(model, data, undefined, resume)) {
      if (event.kind === 'checkpoint') checkpoints.push(event.checkpoint);
    }
    const weights = await downloadWeights(model.weights);
    disposeWeights(models.pop()!.weights);
    if (resumeAfter === undefined || resume !== undefined) return weights;
    resume = checkpoints[resumeAfter - 1];
  }
}

test('training on simd is bit-identical when resumed, and with any number of threads', async () => {
  const whole = await trainedOnSimd(1);
  expect(whole['mix.w']!.values).not.toEqual(new Float32Array(3));
  expect(await trainedOnSimd(1, 1)).toEqual(whole);
  expect(await trainedOnSimd(3)).toEqual(whole);
});
