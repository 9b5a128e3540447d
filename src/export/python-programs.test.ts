import { readdirSync, readFileSync } from 'node:fs';
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

test('no module of the Python programs imports itself, not even through others', () => {
  const imports = new Map(PROGRAMS.map((name) => [name, importsOf(name)]));
  expect(imports.get('tagsmith_torch/training/run.py')).toContain('tagsmith_torch/training/words.py');
  expect(imports.get('tagger.py')).toContain('tagsmith_torch/training/command_line.py');
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const name of imports.get(from) ?? []) if (!seen.has(name)) reached(name, seen.add(name));
    return seen;
  };
  expect(PROGRAMS.filter((name) => reached(name).has(name))).toEqual([]);
});

/** The modules of the package that a module imports, at its beginning or in a function. */
function importsOf(path: string): string[] {
  const source = readFileSync(posix.join('src/export/python', path), 'utf8').replaceAll(/"""[^]*?"""/g, '');
  return [...source.matchAll(/^ *from (\.*)([\w.]+) import/gm)].map(([, dots, module]) => {
    const folder =
      dots === ''
        ? '.'
        : posix.join(
            posix.dirname(path),
            ...Array.from(dots!)
              .slice(1)
              .map(() => '..'),
          );
    return posix.join(folder, `${module!.replaceAll('.', '/')}.py`);
  });
}
