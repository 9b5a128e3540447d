import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TINY } from '../../../test/helpers/tiny-run.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { readRecipeFile } from '../../config/recipe-file.ts';
import { command } from '../commands/train.ts';
import { runHere, SENTENCES, trainOptions } from '../testing.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-unlabelled-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('metrics of learning from unlabelled text are a recipe with the settings that were given', async () => {
  const [corpus, text, out] = [join(folder, 'all.conll'), join(folder, 'more.conll'), join(folder, 'model')];
  await writeFile(corpus, SENTENCES);
  await writeFile(text, SENTENCES); // tags are ignored
  const config = { ...DEFAULT_CONFIG, ...TINY, epochs: 30, learningRate: 0.03, patience: 0, seed: 3 };
  const { err } = await runHere(
    command,
    trainOptions({ train: [corpus], dev: [corpus], config, out, unlabelled: [text] }),
  );
  expect(err).toMatch(/The teachers agree on \d of 3 sentences without labels/);
  const metrics = await readFile(join(out, 'metrics.json'), 'utf8');
  expect(readRecipeFile('metrics.json', metrics)).toMatchObject({ seeds: 1, config: { epochs: 30, seed: 3 } });
  const { unlabelled } = JSON.parse(metrics) as { unlabelled: { files: string[]; runs: { seed: number }[] } };
  expect(unlabelled.files).toEqual([text]);
  expect(unlabelled.runs.map(({ seed }) => seed)).toEqual([3, 4, 5, 6]);
});
