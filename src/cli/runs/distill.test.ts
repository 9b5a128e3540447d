import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finish, objects, SENTENCES, start, tagsmith, VECTORS } from '../testing.ts';

const TIMEOUT = 120_000;
/** The student has at least 200 epochs, here of two steps each. */
const SMALL = ['--set', 'hidden=8', '--set', 'charFeatures=6', '--set', 'batchSize=6', '--set', 'wordDropout=0'];

describe('tagsmith export --size tiny', { timeout: TIMEOUT }, () => {
  let folder = '';
  const path = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tagsmith-tiny-'));
    await writeFile(path('all.conll'), SENTENCES.repeat(4));
    await writeFile(path('more.txt'), 'Mio Ada met Vale in Norrby. The Otter Society left Sundvik.\n');
    await writeFile(path('vectors.txt'), VECTORS);
    await finish(spawn(process.execPath, ['bin/tagsmith.mjs', '--version'])); // builds it
    const data = ['--train', path('all.conll'), '--dev', path('all.conll'), '--embeddings', path('vectors.txt')];
    const common = ['train', ...data, ...SMALL, '--epochs', '30', '--device', 'simd', '--set', 'learningRate=0.03'];
    for (const seed of ['1', '2']) {
      await tagsmith([...common, '--seed', seed, '--out', path(`model-${seed}`)]);
    }
  }, TIMEOUT);

  afterAll(() => rm(folder, { recursive: true }));

  const distill = (...args: string[]) =>
    finish(start(['export', path('model-1'), '--size', 'tiny', '--device', 'simd', ...args]));

  test('trains a student of two models on data and text, and writes it', async () => {
    const data = ['--train', path('all.conll'), '--dev', path('all.conll'), '--text', path('more.txt')];
    const { code, err } = await distill(...data, '--teacher', path('model-2'), '--out', path('tiny.zip'));
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toContain('more.txt, 2 sentences');
    expect(err).not.toContain('dev loss'); // of a student it is not computed
    expect(err).toMatch(/dev F1 of the stored model: [\d.]+; of its teacher: /);
    expect(err).toContain('than its data and its unlabelled text, a student loses more than on dev');
    const files = unzipSync(await readFile(path('tiny.zip')));
    const config = JSON.parse(strFromU8(files['config.json']!)) as Record<string, unknown>;
    expect(config).toMatchObject({
      version: 1,
      precision: 'small',
      provenance: { student: { teachers: 2, texts: 2 }, data: { train: 'all.conll' } },
    });
    expect(strFromU8(files['README.md']!)).toContain('It was distilled from 2 larger models');
    expect(strFromU8(files['README.md']!)).toContain('it loses more there than its teacher');

    // It tags like its teacher, with every command that reads a model.
    const tag = async (model: string) =>
      objects((await tagsmith(['tag', path(model), '--format', 'jsonl'], 'Ada Vale lives in Norrby .')).out);
    const entitiesOf = (lines: Record<string, unknown>[]) =>
      lines.flatMap(({ entities }) =>
        (entities as { text: string; type: string }[]).map(({ text, type }) => [text, type]),
      );
    expect(entitiesOf(await tag('tiny.zip'))).toEqual([
      ['Ada Vale', 'PER'],
      ['Norrby', 'LOC'],
    ]);
  });

  test('reads more sentences than a call has arguments', async () => {
    await writeFile(path('many.conll'), 'Ada B-PER\n. O\n\n'.repeat(130_000));
    const data = ['--train', path('all.conll'), '--text', path('many.conll'), '--out', path('many.zip')];
    const child = start(['export', path('model-1'), '--size', 'tiny', '--device', 'simd', ...data]);
    child.stderr.on('data', (text) => {
      if (String(text).includes('reading ')) child.kill();
    });
    const { err } = await finish(child);
    expect(err).toMatch(/many\.conll, 130,000 sentences\n.*reading /s);
  });

  test('is refused for a model that is not there, before anything is trained', async () => {
    const { code, err } = await distill('--train', path('none.conll'), '--out', path('other.zip'));
    expect(code).toBe(1);
    expect(err).toContain('none.conll');
  });
});
