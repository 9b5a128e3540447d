import { spawn, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRecipeFile } from '../../config/recipe-file.ts';
import { presetById } from '../../config/presets.ts';
import { command, type TrainOptions } from '../commands/train.ts';
import { readModelFile } from '../inputs/inputs.ts';
import { loadRecipe } from './recipe.ts';
import { tagsmith } from '../testing.ts';

const QUICK = presetById('tagsmith-quick')!.config;
const QUICK_RECIPE = { presetId: 'tagsmith-quick', config: QUICK, seeds: 3 };
const MODEL = 'test/fixtures/model.zip';

let folder = '';
let recipe = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-recipe-'));
  recipe = join(folder, 'recipe.json');
  await writeFile(recipe, writeRecipeFile({ ...QUICK_RECIPE, config: { ...QUICK, hidden: 70 } }));
});
afterAll(() => rm(folder, { recursive: true }));

function parse(...args: string[]): TrainOptions {
  return command.parse(['--train', 'a', '--out', 'b', ...args]);
}

test('--config has settings and seeds; other options change them', () => {
  expect(parse('--config', recipe)).toMatchObject({ config: { ...QUICK, hidden: 70 }, seeds: 3 });
  const changed = parse('--config', recipe, '--epochs', '2', '--set', 'hidden=80', '--seeds', '1');
  expect(changed).toMatchObject({ config: { ...QUICK, hidden: 80, epochs: 2 }, seeds: 1 });
  expect(() => parse('--config', recipe, '--preset', 'ma-hovy')).toThrow('--config has all settings: remove --preset.');
});

test('a model has its settings, as a zip or as a folder', async () => {
  const { config, seeds } = loadRecipe(MODEL);
  expect(config.hidden).toBeGreaterThan(0);
  expect(seeds).toBe(1);
  await mkdir(join(folder, 'model'));
  await copyFile(MODEL, join(folder, 'model', 'model.zip'));
  expect(loadRecipe(join(folder, 'model')).config).toEqual(config);
  await mkdir(join(folder, 'unpacked'));
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(MODEL)))) {
    await writeFile(join(folder, 'unpacked', name), bytes);
  }
  expect(loadRecipe(join(folder, 'unpacked')).config).toEqual(config);
  const { path, bundle } = await readModelFile(join(folder, 'unpacked'));
  expect(path).toBe(join(folder, 'unpacked'));
  expect(bundle).toEqual((await readModelFile(MODEL)).bundle);
  const piped = join(folder, 'piped');
  await mkdir(piped);
  spawnSync('mkfifo', [join(piped, 'model.zip')]);
  await expect(readModelFile(piped)).rejects.toThrow(/Cannot read .*model\.zip: no such file/);
});

test('a file that is missing or no recipe is reported', async () => {
  expect(() => parse('--config', join(folder, 'none.json'))).toThrow(/Cannot read .*none\.json: no such file/);
  expect(() => parse('--config', '/dev/zero')).toThrow('Cannot read /dev/zero: it is not a file.');
  const sparse = join(folder, 'sparse.zip');
  await writeFile(sparse, '');
  await truncate(sparse, 3 * 2 ** 30);
  expect(() => parse('--config', sparse)).toThrow(/sparse\.zip has more than \d+ bytes/);
  expect(() => parse('--seeds', '1000000000000000')).toThrow('expected a whole number from 1 to 1000.');
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  const zeros = spawn('sh', ['-c', `exec head -c ${2 ** 30} /dev/zero > ${pipe}`]);
  expect(() => parse('--config', pipe)).toThrow(/pipe has more than \d+ bytes, the limit of a recipe from a pipe/);
  zeros.kill();
  const misread = join(folder, 'misread.json');
  await writeFile(misread, writeRecipeFile({ ...QUICK_RECIPE, readings: { 'b.conll': { sceme: 'BIO' } } }));
  expect(() => parse('--config', misread)).toThrow(/how b\.conll is read, but sceme is unknown.*Did you mean scheme\?/);
  const text = join(folder, 'text.json');
  await writeFile(text, '{"tokens": []}');
  expect(() => parse('--config', text)).toThrow(/text\.json cannot be read as a recipe: it has no object config/);
});

test('how a file was read is kept with the run, and read so again', { timeout: 120_000 }, async () => {
  const rows = 'Ada\tB-PER\tB-PER\nleft\tO\tO\nNorrby\tB-LOC\tB-PER\nwith\tO\tO\nMina\tB-PER\tB-PER\n.\tO\tO\n\n';
  const [corpus, first, second] = ['ships.tsv', 'first', 'second'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(corpus, rows.repeat(40));
  const quick = ['--train', corpus, '--epochs', '1', '--set', 'hidden=8', '--device', 'simd'];
  expect((await tagsmith(['train', ...quick, '--out', second])).err).toContain('Which column has the tags to learn');
  expect((await tagsmith(['train', ...quick, '--tag-column', '1', '--out', first])).code).toBe(0);
  const metrics = join(first, 'metrics.json');
  expect(JSON.parse(await readFile(metrics, 'utf8'))).toMatchObject({ readings: { 'ships.tsv': { tagColumn: 1 } } });
  const again = await tagsmith(['train', '--train', corpus, '--config', metrics, '--device', 'simd', '--out', second]);
  expect(again.err).toContain('data: the same as in');
  const [alike, unlike] = [join(folder, 'boats.tsv'), join(folder, 'lakes.tsv')];
  await copyFile(corpus, alike);
  await writeFile(unlike, rows.replaceAll('\n', '\tx\n').replaceAll('\n\tx', '\n').repeat(40));
  const third = join(folder, 'third');
  const files = ['--train', corpus, '--dev', alike, '--test', unlike];
  const asked = await tagsmith(['train', ...files, '--config', metrics, '--out', third]);
  expect(asked.err).toMatch(
    /boats\.tsv has the form of ships\.tsv: read in the same way, as .*metrics\.json says[^]*lakes\.tsv: .*Which column/,
  );
});
