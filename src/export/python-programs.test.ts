import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { BIO_CORPUS, PROVENANCE, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { isOfBundle } from '../lib/model-files.ts';
import { disposeWeights } from '../model/weights.ts';
import { writeBundle } from './bundle.ts';
import { writeClusterKit } from './cluster-kit.ts';
import { toBundle } from './model-bundle.ts';

const PROGRAMS = readdirSync('src/export/python', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.py'))
  .toSorted();
const pythonNames = (zip: Uint8Array) =>
  Object.keys(unzipSync(zip))
    .filter((name) => name.endsWith('.py'))
    .toSorted();

beforeAll(useReferences);

test('bundles and cluster kits have all of them, and the page knows every file of a bundle by its name', async () => {
  const { model } = tinyRun();
  const bundle = await toBundle(model, PROVENANCE);
  const zip = writeBundle(bundle);
  expect(PROGRAMS).toEqual(expect.arrayContaining(['tagger.py', 'tagsmith_torch/training/run.py', 'train.py']));
  expect(pythonNames(zip)).toEqual(PROGRAMS);
  expect(pythonNames(writeClusterKit(bundle, { train: BIO_CORPUS.sentences, dev: BIO_CORPUS.sentences }))).toEqual(
    PROGRAMS,
  );
  const names = Object.keys(unzipSync(zip)).map((path) => posix.basename(path)); // as in a dropped folder
  expect(names.filter((name) => !isOfBundle(name))).toEqual([]);
  expect(isOfBundle('model.cpython-311.pyc')).toBe(true);
  expect(isOfBundle('train.conll')).toBe(false);
  disposeWeights(model.weights);
});
