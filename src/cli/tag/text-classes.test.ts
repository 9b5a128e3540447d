import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { writeBundle } from '../../export/bundle.ts';
import { toBundle } from '../../export/model-bundle.ts';
import { train } from '../../model/trainer.ts';
import { command as evaluate } from '../commands/evaluate.ts';
import { command as tag } from '../commands/tag.ts';
import { readCorpusFile } from '../inputs/corpus-file.ts';
import { runHere } from '../testing.ts';

const TEXTS = ['a fine film', 'a dull film', 'what a fine play', 'such a dull play'];
const CSV = `id,text,label\n${TEXTS.map((text, i) => `r${i},${text}. Really,${text.includes('fine') ? 'pos' : 'neg'}\n`).join('')}`;

let folder = '';
let model = '';
let corpus = '';

beforeAll(async () => {
  await useReferences();
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-classes-'));
  [model, corpus] = [join(folder, 'model.zip'), join(folder, 'reviews.csv')];
  const settings = { decoder: 'softmax', pooling: 'max', epochs: 15, learningRate: 0.05, patience: 0 } as const;
  const still = { dropoutInput: 0, dropoutOutput: 0, wordDropout: 0, unknownReplacement: 0 };
  const run = tinyRun(readCorpus('reviews.csv', new TextEncoder().encode(CSV)), { ...settings, ...still });
  for await (const _ of train(run.model, run.data)) continue;
  await writeFile(model, writeBundle(await toBundle(run.model, PROVENANCE)));
  await writeFile(corpus, CSV);
});

afterAll(() => rm(folder, { recursive: true }));

test('evaluate prints the F1 of each class, accuracy, macro F1 and the confusion', async () => {
  const { out, err } = await runHere(evaluate, [model, corpus, '--device', 'simd']);
  expect(err).toMatch(/4 texts, \d+ tokens, 2 classes \(pos 2, neg 2\)/);
  expect(out).toContain('accuracy 100.00, macro F1 100.00');
  expect(out).toMatch(/gold +neg +pos\nneg +2 +0\npos +0 +2\n/);
  const json = await runHere(evaluate, [model, corpus, '--device', 'simd', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ accuracy: 1, macroF1: 1, confusion: { pos: { pos: 2, neg: 0 } } });
});

test('tag writes the class of each record, line or file', async () => {
  const rows = (out: string) =>
    out
      .trim()
      .split('\n')
      .map((line) => line.split(',').slice(0, 2).join(' '));
  const { out } = await runHere(tag, [model, corpus, '--device', 'simd']);
  expect(rows(out)).toEqual(['text class', 'r0 pos', 'r1 neg', 'r2 pos', 'r3 neg']);
  const lines = join(folder, 'lines.txt');
  await writeFile(lines, TEXTS.map((text) => `${text}. Really\n`).join(''));
  const ofLines = await runHere(tag, [model, lines, '--device', 'simd', '--input', 'lines']);
  expect(rows(ofLines.out)).toEqual(['text class', '1 pos', '2 neg', '3 pos', '4 neg']);
  const whole = await runHere(tag, [model, lines, '--device', 'simd', '--format', 'jsonl']);
  const [found] = whole.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { probabilities: Record<string, number> });
  expect(whole.out.trim().split('\n')).toHaveLength(1);
  const { pos, neg } = found!.probabilities;
  expect(pos! + neg!).toBeCloseTo(1, 4);
  const table = await runHere(tag, [model, corpus, '--device', 'simd', '--format', 'table']);
  expect(table.out.split('\r\n')[1]).toMatch(/^r0,a fine film\. Really,pos,pos,/);
});

test('tag notes letters that are not spelled as in training', async () => {
  const apart = join(folder, 'apart.txt');
  await writeFile(apart, 'a film ve\u0301rite\u0301\nve\u0301rite\u0301\n');
  for (const flags of [[], ['--input', 'lines']]) {
    const { err } = await runHere(tag, [model, apart, '--device', 'simd', ...flags]);
    expect(err.match(/separate code points/g)).toHaveLength(1);
  }
});

test('tag refuses what is for entities, and corpora of tokens', async () => {
  const conll = join(folder, 'a.conll');
  await writeFile(conll, 'Ada B-PER\nran O\n. O\n');
  await expect(runHere(tag, [model, conll, '--device', 'simd'])).rejects.toThrow('gives each text one class');
  await expect(runHere(tag, [model, corpus, '--device', 'simd', '--least-sure', '3'])).rejects.toThrow(
    '--least-sure is for entities',
  );
  await expect(runHere(tag, [model, corpus, '--device', 'simd', '--format', 'conll'])).rejects.toThrow(
    '--format conll is for tokens, but the model gives each text one class: use csv, jsonl or table.',
  );
});

test('tag reads a word per line as a text', async () => {
  const short = join(folder, 'short.txt');
  await writeFile(short, 'a\nfine\nfilm\n');
  const { out } = await runHere(tag, [model, short, '--device', 'simd']);
  expect(out).toMatch(/^text,class,probability\n1,(pos|neg),[\d.]+\n$/);
});

test('tag reads fastText without its labels, as a record per line', async () => {
  const lines = join(folder, 'fast.txt');
  await writeFile(lines, '__label__pos a fine film\n__label__neg a dull film\n');
  const { out } = await runHere(tag, [model, lines, '--device', 'simd', '--format', 'table']);
  expect(out).toMatch(
    /^\uFEFF?label,text,predicted,.*\r?\npos,a fine film,(pos|neg),.*\r?\nneg,a dull film,(pos|neg),/,
  );
});

test('a folder with a folder for each class is a corpus', async () => {
  const reviews = join(folder, 'reviews');
  for (const [i, text] of TEXTS.entries()) {
    const own = join(reviews, text.includes('fine') ? 'pos' : 'neg');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, `${i}.txt`), text);
  }
  const { name, bytes } = await readCorpusFile(reviews);
  const { sentences } = readCorpus(name, bytes);
  expect(sentences.map(({ tags }) => tags[0])).toEqual(['neg', 'neg', 'pos', 'pos']);
  await expect(readCorpusFile(join(reviews, 'pos'))).rejects.toThrow('neither a folder of texts');
  expect(await readFile(corpus, 'utf8')).toBe(CSV);
});
