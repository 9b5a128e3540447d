import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareAnswers } from '../bench/annotate/answers.ts';
import { simulate, type Point } from '../bench/annotate/simulate.ts';

test('the simulated annotator sets a tenth aside, as the page', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-annotate-'));
  const path = join(folder, 'pool.conll');
  const sentences = (await readFile('public/sample/train.conll', 'utf8')).split('\n\n');
  await writeFile(path, `${sentences.slice(0, 400).join('\n\n')}\n`);
  const rounds = [600, 1500, 2800]; // tokens
  let last: Point | undefined;
  for await (last of simulate({ train: path, dev: path, strategy: 'tagsmith', seed: 1, rounds, scored: [] }));
  await rm(folder, { recursive: true });
  expect(last!.sentences).toBeGreaterThan(100);
  expect(last!.setAside / last!.sentences).toBeGreaterThan(0.08);
  expect(last!.setAside / last!.sentences).toBeLessThan(0.12);
});

test('answers about single spans teach more than half of what their sentences do', { timeout: 300_000 }, async () => {
  const files = { train: 'public/sample/train.conll', dev: 'public/sample/dev.conll' };
  const result = await compareAnswers({ ...files, seed: 1, tokens: 1500, answers: 150 });
  const { without, withAnswers, allWhole } = result;
  expect(allWhole - without).toBeGreaterThan(0.3);
  expect((withAnswers - without) / (allWhole - without)).toBeGreaterThan(0.5);
});
