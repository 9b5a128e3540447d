import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { smallEncoder } from '../../../test/helpers/small-encoder.ts';
import { BIO_CORPUS, PROVENANCE, TINY, useReferences } from '../../../test/helpers/tiny-run.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { writeBundle } from '../../export/bundle.ts';
import { toBundle } from '../../export/model-bundle.ts';
import { formatConll } from '../../data/corpora/columns/write-conll.ts';
import { disposeWeights } from '../../model/weights.ts';
import { prepareRun } from '../../runs/prepare.ts';
import { loadEncoder } from './encoder.ts';
import { computeFeatures } from './encoder-features.ts';
import { loadModel } from './inputs.ts';
import { Terminal } from '../terminal.ts';
import { runOptions } from '../testing.ts';
import { loadTrainInputs } from '../runs/train-inputs.ts';
import { makeFolder } from '../files.ts';

let folder = '';
let notes: string[] = [];
const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
const { signal } = new AbortController();

beforeAll(async () => {
  await useReferences();
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-encoder-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  await writeFiles(join(folder, 'encoder'), smallEncoder());
  await writeFiles(join(folder, 'other'), smallEncoder({ seed: 2 }));
  await writeFiles(join(folder, 'all'), smallEncoder({ allLayers: true }));
  const { 'encoder.onnx': model, ...others } = smallEncoder();
  await writeFiles(join(folder, 'hub'), others);
  await writeFiles(join(folder, 'hub/onnx'), { 'model.onnx': model! });
  await writeFile(join(folder, 'a.conll'), formatConll(BIO_CORPUS.sentences.map(({ tokens, tags }) => [tokens, tags])));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function writeFiles(path: string, files: Record<string, Uint8Array>) {
  await makeFolder(path);
  for (const [name, contents] of Object.entries(files)) await writeFile(join(path, name), contents);
}

function inputs(encoder: string) {
  notes = [];
  const corpus = [join(folder, 'a.conll')];
  return loadTrainInputs(terminal, runOptions({ train: corpus, dev: corpus, encoder }), signal);
}

test('computes the features once, and keeps them for the next run', async () => {
  const first = await inputs(join(folder, 'encoder'));
  expect(notes.join('')).toContain('encoder.onnx, 0.0 MiB, 16 numbers a word, windows of 62 pieces');
  await computeFeatures(terminal, [DEFAULT_CONFIG], first, signal);
  expect(notes.join('')).toMatch(/encoded \d+ tokens in .* tokens\/s; cached for later runs/);
  expect(await readdir(join(folder, 'cache/tagsmith/features'))).toHaveLength(1);
  await computeFeatures(terminal, [DEFAULT_CONFIG], await inputs(join(folder, 'hub')), signal);
  expect(notes.join('')).not.toContain('encoded');
});

test('joined layers and their mix are one computation', async () => {
  const joined = await inputs(join(folder, 'all'));
  await computeFeatures(terminal, [{ ...DEFAULT_CONFIG, encoderLayers: 'joined' }], joined, signal);
  expect(notes.join('')).toContain('encoded');
  await computeFeatures(
    terminal,
    [{ ...DEFAULT_CONFIG, encoderLayers: 'mix' }],
    await inputs(join(folder, 'all')),
    signal,
  );
  expect(notes.join('')).not.toContain('encoded');
});

test('a model needs the encoder that it was trained with', async () => {
  const { source, corpora } = await inputs(join(folder, 'encoder'));
  const config = { ...DEFAULT_CONFIG, ...TINY };
  await computeFeatures(terminal, [config], { source, corpora }, signal);
  const { model } = prepareRun(config, source);
  const path = join(folder, 'model.zip');
  await writeFile(path, writeBundle(await toBundle(model, PROVENANCE)));
  disposeWeights(model.weights);
  await expect(loadModel(path, 'simd')).rejects.toThrow(
    /model\.zip needs the encoder encoder\.onnx \(SHA-256 \w{12}…\)\. Pass its folder with --encoder\./,
  );
  const other = await loadEncoder(terminal, join(folder, 'other'));
  await expect(loadModel(path, 'simd', other)).rejects.toThrow(
    /was trained with the encoder encoder\.onnx .* is a different one/,
  );
});

test('reports what is wrong with a folder', async () => {
  await expect(loadEncoder(terminal, join(folder, 'none'))).rejects.toThrow('no such file');
  await expect(loadEncoder(terminal, join(folder, 'cache'))).rejects.toThrow('No encoder found: expected encoder.onnx');
});
