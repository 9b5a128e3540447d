import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROVENANCE, tinyRun, useReferences, corpusOf } from '../../../test/helpers/tiny-run.ts';
import { writeBundle } from '../../export/bundle.ts';
import { toBundle } from '../../export/model-bundle.ts';
import type { SliceScore } from '../../eval/score-slices.ts';
import { AS_INFERRED, runHere, SENTENCES } from '../testing.ts';
import { command } from './evaluate.ts';

let folder = '';
let model = '';
let corpus = '';

beforeAll(async () => {
  await useReferences();
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-evaluate-'));
  [model, corpus] = [join(folder, 'model.zip'), join(folder, 'all.conll')];
  const run = tinyRun(corpusOf(SENTENCES));
  await writeFile(model, writeBundle(await toBundle(run.model, PROVENANCE)));
  await writeFile(corpus, SENTENCES);
});

afterAll(() => rm(folder, { recursive: true }));

async function evaluated(options: Partial<Parameters<typeof command.run>[1]>): Promise<string> {
  const defaults = {
    model,
    encoder: undefined,
    file: corpus,
    device: 'simd',
    ...AS_INFERRED,
    errors: undefined,
    train: [],
  } as const;
  return (await runHere(command, { ...defaults, train: [], names: [], stress: false, json: false, ...options })).out;
}

/** Number of entities in SENTENCES. */
const ENTITIES = 8;

const total = (rows: readonly SliceScore[]) => rows.reduce((sum, { support }) => sum + support, 0);

test('--train: scores by whether entities were seen in training; the counts add up to all entities', async () => {
  const scores = JSON.parse(await evaluated({ json: true, train: [corpus] })) as Record<string, SliceScore[]>;
  const { seen, entityLength, sentenceLength } = scores;
  expect(seen!.map(({ slice, support }) => [slice, support])).toEqual([
    ['seen', ENTITIES],
    ['partly', 0],
    ['vectors', 0],
    ['unknown', 0],
  ]);
  expect([total(entityLength!), total(sentenceLength!)]).toEqual([ENTITIES, ENTITIES]);

  const other = join(folder, 'other.conll');
  await writeFile(other, 'Mio I-PER\nleft O\n\nVale O\n');
  const split = JSON.parse(await evaluated({ json: true, train: [other] })) as { seen: SliceScore[] };
  // Mio occurs twice; Ada Vale and Port Vale contain a known word; the others have a row in the word table.
  expect(split.seen.map(({ support }) => support)).toEqual([2, 2, 4, 0]);
});

test('tables have no empty slices, and slices by training data only with --train', async () => {
  const table = await evaluated({ train: [corpus] });
  expect(table).toMatch(/\n\nin training .*\nseen .* 8\n[^]*\n\nentity length [^]*\n\nsentence length /);
  expect(table).not.toContain('unknown');
  expect(await evaluated({})).not.toContain('in training');
});

test('--errors has a column for what was seen in training', async () => {
  const errors = join(folder, 'errors.csv');
  await evaluated({ train: [corpus], errors });
  expect(await readFile(errors, 'utf8')).toMatch(/^line,.*,sentence,seen\n.*,(seen|partly|unknown)\n/);
});
