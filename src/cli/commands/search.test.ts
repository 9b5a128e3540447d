import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { smallEncoder } from '../../../test/helpers/small-encoder.ts';
import { readRecipeFile } from '../../config/recipe-file.ts';
import { finish, objects, runHere, SENTENCES, start, tagsmith } from '../testing.ts';
import { command } from './search.ts';

let folder = '';
let corpus = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-search-'));
  corpus = join(folder, 'tiny.conll');
  await writeFile(corpus, SENTENCES);
});
afterAll(() => rm(folder, { recursive: true }));

const SMALL = ['hidden=8', 'charDim=4', 'charFeatures=4', 'wordDim=6'].flatMap((set) => ['--set', set]);
const OPTIONS =
  '--from adam-notebook --epochs 6 --budget 0.1 --vary learningRate=0.001..0.02 --vary batchSize=1,2 --device simd --threads 1';
const args = (...more: string[]) => [
  'search',
  '--train',
  corpus,
  '--dev',
  corpus,
  ...OPTIONS.split(' '),
  ...SMALL,
  ...more,
];
const known = ({ stage, recipe, epochs, share, seed, changes, f1 }: Record<string, unknown>) => {
  return { stage, recipe, epochs, share, seed, changes, f1 };
};

describe('tagsmith search', () => {
  test('killed and resumed, has the same trials; then the best recipe, trained in full', async () => {
    const out = join(folder, 'killed');
    const killed = start(args('--json', '--out', out));
    let printed = '';
    killed.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
      if (printed.split('\n').length > 4) killed.kill('SIGKILL');
    });
    await finish(killed);
    const before = objects(completeLines(printed)).map(known);
    expect(before.length).toBeGreaterThanOrEqual(3);

    const refused = await tagsmith(args('--out', out));
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('Resume it with --resume, or start over with --force.');
    const other = await tagsmith(args('--out', out, '--resume', '--seed', '4'));
    expect(other.err).toContain('was started with other options: seed=1, not 4. Use those to resume it.');

    const { code, out: lines, err } = await tagsmith(args('--json', '--out', out, '--resume'));
    expect([code, err]).toEqual([0, expect.stringContaining('Resuming after trial')]);
    const records = objects(lines);
    const outcome = records.find((record) => 'verdict' in record)!;
    const trials = records.filter((record) => 'trial' in record).map(known);
    // A printed result had been written, or was about to be.
    expect(trials.slice(0, before.length)).toEqual(before);
    expect(trials.map(({ stage }) => stage)).toContain('search');
    expect(trials.at(-1)).toMatchObject({ stage: 'final', epochs: 6, share: 1, recipe: outcome['best'] });
    expect(outcome['statement']).toMatch(/Winner|not significant|not confirmed|better|No other/);

    const recipe = readRecipeFile('recipe.json', await readFile(join(out, 'recipe.json'), 'utf8'));
    expect(recipe.config).toEqual(outcome['config']);
    expect(recipe.data).toHaveProperty('train');
    const metrics = JSON.parse(await readFile(join(out, 'metrics.json'), 'utf8')) as { dev: { f1: number } };
    expect(metrics.dev.f1).toBe(trials.at(-1)!.f1);
    const scored = await tagsmith(['evaluate', join(out, 'model.zip'), corpus, '--json']);
    expect(objects(scored.out)[0]!['f1']).toBeCloseTo(metrics.dev.f1, 6);

    const again = await tagsmith(args('--out', out, '--resume'));
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('has finished: there is nothing to resume.')]);

    const path = join(out, 'search.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"bestEpoch": ', '"bestEpoch": 1'));
    const damaged = await tagsmith(args('--out', out, '--resume'));
    expect(damaged.err).toContain('it is damaged: its checksum does not match. Start a new search.');
  }, 60_000);

  test('prints a row per training, the recipes and a statement', async () => {
    const { code, out } = await tagsmith(args('--budget', '0.02')); // the last option takes precedence
    expect(code).toBe(0);
    expect(out).toMatch(/^trial {2}for +recipe +epochs/);
    expect(out).toMatch(/\n +1 {2}noise +0 +6 +100% +1 +\d+\.\d\d/);
    expect(out).toMatch(/\n +\d+ {2}final +\d+ +6 +100%/);
    expect(out).toMatch(/\nrecipe +epochs +share +dev F1 +further seeds/);
  }, 60_000);

  test('searches for a model with columns and an encoder', async () => {
    const columns = join(folder, 'columns.conll');
    const third = (line: string) => line.replace(/^(\S+) /, (_, word: string) => `${word} P${word.length % 3} `);
    await writeFile(columns, SENTENCES.split('\n').map(third).join('\n'));
    const encoder = join(folder, 'encoder');
    await mkdir(encoder);
    for (const [name, bytes] of Object.entries(smallEncoder())) await writeFile(join(encoder, name), bytes);
    const out = join(folder, 'features');
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
    const inputs = ['--train', columns, '--dev', columns, '--columns', '1', '--encoder', encoder];
    // Runs in this process: the built command line needs the ONNX Runtime of the built studio.
    const options = [...inputs, ...OPTIONS.split(' '), ...SMALL, '--budget', '0.02', '--out', out];
    const { err } = await runHere(command, options);
    vi.unstubAllEnvs();
    expect(err).toContain('encoded ');
    const { features } = JSON.parse(strFromU8(unzipSync(await readFile(join(out, 'model.zip')))['vocabulary.json']!));
    expect(features).toMatchObject({ columns: [{}], encoder: { name: 'encoder.onnx' } });
  }, 60_000);

  test.each([
    [['--budget', '0'], '--budget is 0: expected minutes, a number above 0.'],
    [['--vary', 'epochs=1..5'], '--vary epochs=1..5: epochs is set by the search itself.'],
    [['--vary', 'hiden=1..5'], 'Unknown setting hiden: expected one of seed, '],
    [['--resume'], '--resume needs --out DIR, the folder of the search.'],
    [['--vectors', 'a', '--embeddings', 'b'], '--vectors is the same as --embeddings: remove one of them.'],
    [['--from', 'nobody'], 'Unknown preset nobody'],
  ])('%j is refused', async (more, message) => {
    const { code, err } = await tagsmith(['search', '--train', corpus, ...more]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

/** Drops the last line if it is incomplete. */
const completeLines = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1);
