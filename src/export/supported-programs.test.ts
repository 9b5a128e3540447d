import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Python } from '../../test/helpers/python.ts';
import { BIO_CORPUS, PROVENANCE, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { unpack } from '../../test/helpers/unpack.ts';
import type { TaggerModel } from '../model/model.ts';
import { disposeWeights } from '../model/weights.ts';
import { writeBundle } from './bundle.ts';
import { exportFiles } from './export-files.ts';
import { toBundle } from './model-bundle.ts';
import { onlyForJavaScript } from './supported-programs.ts';

const python = new Python('torch');

const withPos = {
  ...BIO_CORPUS,
  sentences: BIO_CORPUS.sentences.map((sentence) => ({
    ...sentence,
    columns: { pos: sentence.tokens.map((_, t) => `P${t % 2}`) },
  })),
};
const MODELS: [string, () => TaggerModel][] = [
  ['name lists', () => tinyRun(BIO_CORPUS, {}, [{ name: 'places', names: ['Norrby'], longest: 6 }]).model],
  ['columns', () => tinyRun(withPos).model],
];

beforeAll(useReferences);

describe.each(MODELS)('a model with %s', (inputs, made) => {
  let model: TaggerModel;
  let zip: Uint8Array<ArrayBuffer>;
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-refused-'));

  beforeAll(async () => {
    model = made();
    zip = writeBundle(await toBundle(model, PROVENANCE, undefined));
    unpack(zip, folder);
  });
  afterAll(() => {
    disposeWeights(model.weights);
    rmSync(folder, { recursive: true });
  });

  test('has no graph for ONNX, and its card says why', () => {
    const files = unzipSync(zip);
    expect(files).not.toHaveProperty('model.onnx');
    expect(strFromU8(files['README.md']!)).toContain(
      `\`tagger.py\` and \`train.py\` refuse this model, and there is no \`model.onnx\`: it has ${inputs} as inputs`,
    );
  });

  test('is saved as a page and as a module', async () => {
    const bundle = await toBundle(model, PROVENANCE, undefined);
    expect(onlyForJavaScript(bundle)).toContain(inputs);
    expect(Object.keys(exportFiles('page', 'mine', bundle))).toEqual(['mine.html']);
    expect(Object.keys(exportFiles('runtime', 'mine', bundle))).toContain('mine.mjs');
  });

  test('tagger.py and train.py refuse it, with the reason', python.testOptions, () => {
    const reason = `has ${inputs.split(' ').at(-1)} as inputs of a token, which tagger.py does not read`;
    expect(() => python.run(['tagger.py', '.'], folder, 'Ada\n')).toThrow(reason);
    writeFileSync(join(folder, 'train.conll'), 'Ada B-PER\n');
    const train = ['tagger.py', 'train', '.', '--train', 'train.conll', '--dev', 'train.conll', '--out', 'new.zip'];
    expect(() => python.run(train, folder)).toThrow(reason);
  });
});
