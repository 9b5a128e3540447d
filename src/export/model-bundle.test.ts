import { memory } from '../tensors/tensors.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { compactVectorsFrom } from '../data/vectors/compact.ts';
import type { CompactExtract } from '../data/vectors/stored-vectors.ts';
import { hashWord } from '../lib/word-hash.ts';
import { writeBundle } from './bundle.ts';
import { readBundle } from './read-bundle.ts';
import { disposeWeights, downloadWeights } from '../model/weights.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { fromBundle, toBundle, vectorsOf } from './model-bundle.ts';
import { BIO_CORPUS, PROVENANCE, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';

const EXTRACT: CompactExtract = {
  dimensions: 5,
  hashes: Float64Array.of(hashWord('otter'), hashWord('weir')),
  scales: Float32Array.of(0.5, 0.25),
  values: Int8Array.of(1, -2, 3, -127, 127, 0, 0, 4, 0, 0),
};

const newModel = () => tinyRun().model;

describe('a round trip through a bundle', () => {
  beforeAll(useReferences);

  test('preserves the model and its predictions', async () => {
    const model = newModel();
    const scale = { slope: 0.5, shift: -0.25 };
    model.confidence = { calibration: { all: scale, byType: { PER: scale } }, threshold: 0.87 };
    const bundle = readBundle(writeBundle(await toBundle(model, PROVENANCE)));
    const read = fromBundle(bundle);
    expect(await downloadWeights(read.weights)).toEqual(await downloadWeights(model.weights));
    expect({ ...read, weights: undefined }).toEqual({ ...model, weights: undefined });
    expect(bundle.provenance).toEqual(PROVENANCE);
    const before = await evaluateCorpus(model, BIO_CORPUS.sentences);
    expect(await evaluateCorpus(read, BIO_CORPUS.sentences)).toEqual(before);
    expect(vectorsOf(bundle)).toBeUndefined();
  });

  test('leaks no tensors', async () => {
    const before = memory().numTensors;
    const model = newModel();
    const read = fromBundle(await toBundle(model, PROVENANCE));
    disposeWeights(model.weights);
    disposeWeights(read.weights);
    expect(memory().numTensors).toBe(before);
  });

  test('includes vectors for out-of-vocabulary words', async () => {
    const bytes = writeBundle(await toBundle(newModel(), PROVENANCE, compactVectorsFrom(EXTRACT)));
    const vectors = vectorsOf(readBundle(bytes))!;
    expect((await vectors.extract(Infinity)).hashes).toHaveLength(2);
    expect(await vectors.find(['Otter', 'Norrby'])).toEqual(
      new Map([['Otter', Float32Array.of(0.5, -1, 1.5, -63.5, 63.5)]]),
    );
  });

  test('a changed or missing file is refused by name', async () => {
    const files = unzipSync(writeBundle(await toBundle(newModel(), PROVENANCE, compactVectorsFrom(EXTRACT))));
    const changed = (name: string, bytes: Uint8Array) => zipSync({ ...files, [name]: bytes });
    expect(() => readBundle(changed('vectors.bin', files['vectors.bin']!.subarray(1)))).toThrow(
      /vectors\.bin has the checksum/,
    );
    expect(() => readBundle(changed('vocabulary.json', strToU8('{}')))).toThrow(/vocabulary\.json has the checksum/);
    const { 'model.safetensors': _, ...rest } = files;
    expect(() => readBundle(zipSync(rest))).toThrow(/has no model\.safetensors/);
    expect(() => readBundle(files['model.safetensors']!)).toThrow(/not a complete zip file/);
  });

  test('the model card describes the contents', async () => {
    const files = unzipSync(writeBundle(await toBundle(newModel(), PROVENANCE, compactVectorsFrom(EXTRACT))));
    const card = new TextDecoder().decode(files['README.md']);
    expect(card).toContain('on a.conll: 2 sentences with 4 entities');
    expect(card).toContain('`vectors.bin`: 2 pretrained vectors of');
    expect(card).toContain('**hidden = 6**');
  });
});
