import { unzipSync } from 'fflate';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ENCODER_CONFIG as CONFIG, ENCODER_DATA, encoderRun } from '../../test/helpers/encoder-run.ts';
import { PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import type { RunConfig } from '../config/schema.ts';
import { FeatureStore } from '../encoder/feature-store.ts';
import { writeBundle } from '../export/bundle.ts';
import { readBundle } from '../export/read-bundle.ts';
import { exportFiles } from '../export/export-files.ts';
import { fromBundle, toBundle } from '../export/model-bundle.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import type { TaggerModel } from '../model/model.ts';
import { train } from '../model/trainer.ts';
import { disposeWeights } from '../model/weights.ts';
import type { Kernels } from '../runtime/kernels.ts';
import { openModel } from '../runtime/model.ts';
import { tagText } from '../tagging/texts/text.ts';
import { planRun } from './plan.ts';
import { encoderOf } from './prepare.ts';

const { train: sentences, dev } = ENCODER_DATA;

/** Two numbers per word: whether it contains a q, and noise. */
function encoder(width = 2) {
  const identity = { name: 'encoder.onnx', hash: 'ab'.repeat(32), layers: ['last'], pooling: 'first', width } as const;
  const asked: string[] = [];
  const store = new FeatureStore({ ...identity, layers: [...identity.layers] }, async function* (all) {
    for (const [sentence, words] of all.entries()) {
      asked.push(words.join(' '));
      yield { sentence, features: Float32Array.from(words.flatMap((word) => [word.includes('q') ? 1 : -1, 0.25])) };
    }
  });
  return { store, asked };
}

const models: TaggerModel[] = [];
beforeAll(useReferences);
afterEach(() => models.splice(0).forEach(({ weights }) => disposeWeights(weights)));

async function prepared(config: RunConfig, { store }: Pick<ReturnType<typeof encoder>, 'store'>) {
  const run = await encoderRun(config, store);
  models.push(run.model);
  return run;
}

async function devF1(config: RunConfig): Promise<number> {
  const { model, data } = await prepared(config, encoder());
  let f1 = 0;
  for await (const event of train(model, data)) if (event.kind === 'done') f1 = event.bestDevF1;
  return f1;
}

test('a model learns from the features of an encoder', async () => {
  expect(await devF1(CONFIG)).toBe(1);
  expect(await devF1({ ...CONFIG, encoder: false })).toBeLessThan(1);
});

test('encoder features are inputs of the first layer', async () => {
  const { model, data, source } = await prepared(CONFIG, encoder());
  const without = await prepared({ ...CONFIG, encoder: false }, encoder());
  const rows = ({ weights }: TaggerModel) => weights['layer0.wx']!.shape[0]!;
  expect(rows(model) - rows(without.model)).toBe(2);
  const gates = 4 * 2 * CONFIG.hidden;
  const parameters = (config: RunConfig) => planRun(config, source).parameters;
  expect(parameters(CONFIG) - parameters({ ...CONFIG, encoder: false })).toBe(2 * gates);
  expect(data.fingerprint).not.toBe(without.data.fingerprint);
  expect(encoderOf({ ...CONFIG, encoder: false }, source)).toBeUndefined();
});

test('features of a corpus are computed before the run, those of a typed sentence when it is tagged', async () => {
  const { store, asked } = encoder();
  const { model } = await prepared(CONFIG, { store });
  expect(asked).toHaveLength(sentences.length + dev.length);
  const tagged = await tagText(model, 'the qqqq saw');
  expect(tagged.sentences[0]?.tokens).toHaveLength(3);
  expect(asked.at(-1)).toBe('the qqqq saw');
  await tagText(model, 'the qqqq saw');
  expect(asked).toHaveLength(sentences.length + dev.length + 1);
});

describe('exported', () => {
  test('the model names its encoder, and cannot tag without it', async () => {
    const { store } = encoder();
    const { model } = await prepared(CONFIG, { store });
    const { predicted } = await evaluateCorpus(model, dev);
    const zip = writeBundle(await toBundle(model, PROVENANCE));
    const read = fromBundle(readBundle(zip));
    models.push(read);
    expect(read.vocabulary.features?.encoder).toEqual(store.identity);
    await expect(tagText(read, 'the qabb saw')).rejects.toThrow(
      'This model needs the encoder encoder.onnx (SHA-256 abababababab…), which is not loaded. Add it',
    );
    read.encoder = encoder().store;
    expect((await evaluateCorpus(read, dev)).predicted).toEqual(predicted);
  });

  test('exports that cannot run an encoder are rejected with the reason', async () => {
    const { model } = await prepared(CONFIG, encoder());
    const bundle = await toBundle(model, PROVENANCE);
    const files = unzipSync(writeBundle(bundle));
    expect(Object.keys(files)).not.toContain('model.onnx');
    expect(new TextDecoder().decode(files['README.md'])).toContain(
      'it has the features of an encoder, encoder.onnx, as inputs',
    );
    expect(() => openModel(files, {} as Kernels)).toThrow(
      'This model needs the encoder encoder.onnx, which tagger.mjs cannot run.',
    );
    for (const kind of ['page', 'runtime'] as const) {
      expect(() => exportFiles(kind, 'model', bundle)).toThrow(
        'cannot contain this model: it has the features of an encoder, encoder.onnx, as inputs, which only Tagsmith computes.',
      );
    }
  });
});
