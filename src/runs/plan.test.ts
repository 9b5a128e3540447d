import { expect, test } from 'vitest';
import { LoadedFiles } from '../workers/files/loaded-files.ts';
import { planRun } from './plan.ts';
import { file, SMALL, trainFile } from '../../test/helpers/connected-worker.ts';

test('the vectors, if there are any, determine the word dimension', async () => {
  const loaded = new LoadedFiles();
  const add = (added: File) => loaded.add([added], 'own', new AbortController().signal, () => undefined);
  await add(trainFile());
  const withoutVectors = planRun(SMALL, loaded.source());
  expect(withoutVectors.wordDim).toBe(SMALL.wordDim);
  await add(file('v.txt', 'mira 1 2 3 4 5 6 7 8 9 10\n'));
  const { wordDim, parameters } = planRun(SMALL, loaded.source());
  expect(wordDim).toBe(10);
  expect(parameters).toBeGreaterThan(withoutVectors.parameters);
});

test('counts sentences, tokens and steps', async () => {
  const loaded = new LoadedFiles();
  const files = [
    file('a.train', 'Mira B-PER\nleft O\n\nOslo B-LOC\n'),
    file('a.dev', 'Oslo B-LOC\n. O\n\nMira B-PER\n'),
  ];
  await loaded.add(files, 'own', new AbortController().signal, () => undefined);
  const plan = planRun({ ...SMALL, batchSize: 1 }, loaded.source());
  expect(plan).toMatchObject({ sentences: 2, tokens: 3, devTokens: 3, stepsPerEpoch: 2, unknown: undefined });
});

test('counts unknown words, and sentences that are known completely', async () => {
  const loaded = new LoadedFiles();
  const train = 'Mira B-PER\nleft ?\nsoon ?\n\nOslo B-LOC\nis O\n\n? O\n';
  const files = [file('a.train', train), file('a.dev', 'Oslo B-LOC\n')];
  await loaded.add(files, 'own', new AbortController().signal, () => undefined);
  expect(planRun(SMALL, loaded.source()).unknown).toEqual({ share: 2 / 6, whole: 2 });
});
