import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { command } from '../commands/train.ts';
import { runHere } from '../testing.ts';

const folder = await mkdtemp(join(tmpdir(), 'tagsmith-signals-'));
afterAll(() => rm(folder, { recursive: true }));

const SETTINGS = ['hidden=4', 'charDim=3', 'charFeatures=4', 'wordDim=4', 'epochs=2', 'patience=0'];

test('a run writes what happens inside, and trains the same model', async () => {
  const [corpus, csv] = [join(folder, 'a.conll'), join(folder, 'signals.csv')];
  await writeFile(corpus, 'Ada B-PER\nleft O\nNorrby B-LOC\n\nMio B-PER\nlives O\nin O\nOslo B-LOC\n\n'.repeat(4));
  const args = ['--train', corpus, '--dev', corpus, '--device', 'simd', '--threads', '1', '--json'];
  const given = [...args, ...SETTINGS.flatMap((setting) => ['--set', setting])];
  const weights = async (out: string) =>
    Buffer.from(unzipSync(await readFile(join(folder, out, 'model.zip')))['model.safetensors']!).toString('base64');
  await runHere(command, [...given, '--out', join(folder, 'plain')]);
  const { err } = await runHere(command, [...given, '--out', join(folder, 'observed'), '--signals', csv]);
  expect(err).toContain(`Wrote the signals of`);
  const [head, first] = (await readFile(csv, 'utf8')).split('\n');
  expect(head).toMatch(/^step,epoch,gradient_norm,clipped_to,learning_rate,word_learning_rate,active_filters,filters,/);
  expect(head).toMatch(/gradient_layer0,weights_layer0,update_ratio_layer0/);
  expect(first).toMatch(/^1,1,[\d.]+,[\d.]+,0\.002,0\.002,\d,4,/);
  expect(await weights('observed')).toEqual(await weights('plain'));
  const unwritable = [...given, '--out', join(folder, 'kept'), '--signals', folder];
  await expect(runHere(command, unwritable)).rejects.toThrow(`Cannot write ${folder}`);
  expect(await weights('kept')).toEqual(await weights('plain'));
  expect((await readdir(join(folder, 'kept'))).toSorted()).toEqual(['metrics.json', 'model.zip']);
  await expect(runHere(command, [...given, '--out', folder, '--signals', csv, '--seeds', '2'])).rejects.toThrow(
    '--signals observes a single run',
  );
});
