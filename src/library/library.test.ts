import { legacyEncoder } from '../data/files/legacy-encodings.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SENTENCES, VECTORS } from '../cli/testing.ts';
import { readBundle } from '../export/read-bundle.ts';
import { readRecords, Tagger, train, writeRecords } from './index.ts';
import type * as Program from './run.ts';

const SMALL = { hidden: 6, charFeatures: 6, batchSize: 2, epochs: 2 } as const;
/** Only the part of speech distinguishes names from other words. */
const WITH_POS = ['Marlo', 'Tessin', 'Rupa', 'Dorn']
  .flatMap((name) => [`${name} NNP B-NP B-PER`, `${name} RB B-ADVP O`])
  .map((last) => `we PRP B-NP O\nmet VBD B-VP O\n${last}\n`)
  .join('\n');
const CORPUS = { name: 'all.conll', data: SENTENCES };

let folder = '';
let path = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-library-'));
  path = join(folder, 'corpus.conll');
  await writeFile(path, SENTENCES);
});
afterAll(() => rm(folder, { recursive: true }));

async function eventsOf(options: Program.TrainOptions): Promise<Program.TrainingEvent[]> {
  const events: Program.TrainingEvent[] = [];
  for await (const event of train({ device: 'simd', threads: 1, settings: SMALL, ...options })) events.push(event);
  return events;
}

function find<Kind extends Program.TrainingEvent['kind']>(events: Program.TrainingEvent[], kind: Kind) {
  return events.find((event): event is Program.TrainingEvent & { kind: Kind } => event.kind === kind)!;
}

test('trains from paths, addresses, files and text, and yields the model last', async () => {
  const events = await eventsOf({
    train: [path, pathToFileURL(path)],
    dev: new File([SENTENCES], 'dev.conll'),
    test: CORPUS,
    vectors: { name: 'vectors.txt', data: VECTORS },
  });
  const kinds = events.map(({ kind }) => kind).filter((kind) => kind !== 'steps');
  expect(kinds).toEqual(['read', 'device', 'start', 'scoring', 'epoch', 'scoring', 'epoch', 'done', 'model']);
  const { files, vectors, settings } = find(events, 'read');
  expect(files.map(({ role, sentences }) => [role, sentences])).toEqual([
    ['train', 3],
    ['train', 3],
    ['dev', 3],
    ['test', 3],
  ]);
  expect(vectors).toMatchObject({ name: 'vectors.txt', words: 6, dimensions: 5 });
  expect(settings.hidden).toBe(6);
  const { zip, bestEpoch, dev, test: scores } = find(events, 'model');
  expect(scores?.overall.support).toBe(8);
  const bundle = readBundle(zip);
  expect(bundle.config).toMatchObject({ ...SMALL, wordDim: 5 });
  expect(bundle.provenance).toMatchObject({ vectors: 'vectors.txt', bestEpoch, dev });
  expect(bundle.provenance.data).toMatchObject({ train: '2 files (corpus.conll … corpus.conll)', sentences: 6 });
});

test('a signal stops training and leaves a model; leaving the loop leaves none, and another may be trained', async () => {
  const stop = new AbortController();
  const options = { train: CORPUS, device: 'simd', threads: 1, settings: { ...SMALL, epochs: 1000 } } as const;
  const events: Program.TrainingEvent[] = [];
  for await (const event of train({ ...options, signal: stop.signal })) {
    events.push(event);
    if (event.kind === 'epoch') stop.abort();
  }
  expect(events.at(-2)).toMatchObject({ kind: 'done', reason: 'stopped' });
  expect(events.at(-1)?.kind).toBe('model');
  for await (const { kind } of train(options)) if (kind === 'epoch') break;
  expect((await eventsOf({ train: CORPUS })).at(-1)?.kind).toBe('model');
});

test('columns and gazetteers are inputs of the model, and the tagger reads them', async () => {
  const events = await eventsOf({
    train: { name: 'pos.conll', data: WITH_POS },
    dev: { name: 'dev.conll', data: WITH_POS },
    columns: ['pos'],
    gazetteers: { name: 'people.txt', data: `Marlo\nTessin\n${'x'.repeat(201)}\n` },
    settings: { ...SMALL, epochs: 30, learningRate: 0.02, charEncoder: 'none' },
  });
  const { gazetteers } = find(events, 'read');
  expect(gazetteers).toMatchObject([
    { name: 'people.txt', lists: [{ name: 'people', names: 2 }], problems: [{ line: 3 }] },
  ]);
  const { zip } = find(events, 'model');
  expect(readBundle(zip).vocabulary.features).toMatchObject({
    lists: [{ name: 'people' }],
    columns: [{ name: 'pos' }],
  });
  const tagger = await Tagger.load(zip);
  expect(tagger.columns).toEqual(['pos']);
  const tagged = await tagger.tagTokens([
    { tokens: ['we', 'met', 'Tessin'], columns: { pos: ['PRP', 'VBD', 'NNP'] } },
    { tokens: ['we', 'met', 'Tessin'], columns: { pos: ['PRP', 'VBD', 'RB'] } },
  ]);
  expect(tagged.map((tags) => tags.at(-1))).toEqual(['B-PER', 'O']);
});

test('records are read, tagged and written with their ids and other fields', async () => {
  const { zip } = find(await eventsOf({ train: CORPUS }), 'model');
  const tagger = await Tagger.load(zip);
  const rows = 'nr,body,more\nb,Mira Holt left Oslo today.,=1\na,,x\n';
  const file = await readRecords({ name: 'rows.csv', data: rows });
  expect(file).toMatchObject({ textFields: ['body'], records: [{ id: 'b' }, { id: 'a' }] });
  const found = [];
  const values = file.records.map(({ value }) => value);
  for await (const { entities } of tagger.tagRecords(values, { text: file.textFields })) found.push(entities);
  expect(found).toHaveLength(2);
  const entity = { field: 'body', type: 'PER', start: 0, end: 9, probability: 0.5 };
  expect(await writeRecords(file, [[entity], []], 'table')).toBe(
    '\uFEFFnr,body,more,predicted PER\r\nb,Mira Holt left Oslo today.,=1,Mira Holt\r\na,,x,\r\n',
  );
  expect(await writeRecords(file, [[entity], []], 'csv')).toContain('\r\nb,PER,Mira Holt,0,9,0.5\r\n');
  const [first] = (await writeRecords(file, [[entity], []], 'jsonl')).split('\n');
  expect(JSON.parse(first!)).toMatchObject({ nr: 'b', more: '=1', predicted_entities: [{ text: 'Mira Holt' }] });
  const asked = await readRecords({ name: 'rows.csv', data: rows }, { textFields: ['more', 'body'] });
  expect(asked.records[0]!.texts).toEqual(['=1', 'Mira Holt left Oslo today.']);
  const turkish = legacyEncoder('windows-1254')('id;body\n1;şu güzel İstanbul şehri\n2;dağ başını duman almış\n');
  const inTurkish = await readRecords({ name: 'rows.csv', data: turkish }, { encoding: 'windows-1254' });
  expect(inTurkish.records[0]!.texts).toEqual(['şu güzel İstanbul şehri']);
  await expect(readRecords({ name: 'a.csv', data: 'a,b\n1,2\n' })).rejects.toMatchObject({ code: 'BadInput' });
});

test('texts with one class: trains, classifies, and records keep their order', async () => {
  const reviews = ['film', 'play', 'book', 'song'].flatMap((thing) => [
    { text: `a fine ${thing}. Really`, label: 'pos' },
    { text: `a dull ${thing}. Really`, label: 'neg' },
  ]);
  const data = `text,label\n${reviews.map(({ text, label }) => `${text},${label}\n`).join('')}`;
  const settings = { ...SMALL, epochs: 20, learningRate: 0.03, wordDropout: 0, dropoutInput: 0, dropoutOutput: 0 };
  const { zip } = find(await eventsOf({ train: { name: 'reviews.csv', data }, settings }), 'model');
  const tagger = await Tagger.load(zip);
  expect([tagger.kind, tagger.types]).toEqual(['classes', ['pos', 'neg']]);
  const found = [];
  for await (const { record, classes } of tagger.classifyRecords(reviews, { text: 'text' }))
    found.push({ text: record.text, label: classes[0]?.type });
  expect(found).toEqual(reviews);
});

test('training files with documents select the documents preset, unless a preset is chosen', async () => {
  const context = async (options: Partial<Program.TrainOptions>) => {
    for await (const event of train({ train: CORPUS, device: 'simd', threads: 1, settings: SMALL, ...options })) {
      if (event.kind === 'read') return event.settings.context;
    }
    return undefined;
  };
  expect(await context({})).toBe('document');
  expect(await context({ preset: 'tagsmith' })).toBe('sentence');
  const single = SENTENCES.split('\n\n')
    .map((sentence) => `-DOCSTART- O\n\n${sentence}\n\n`)
    .join('');
  expect(await context({ train: { name: 'single.conll', data: single } })).toBe('sentence');
});

describe('what cannot be', () => {
  test.each<[string, Program.TrainOptions, string, RegExp]>([
    ['a missing file', { train: join('no', 'such.conll') }, 'BadInput', /^Cannot read no.such\.conll: ENOENT/],
    ['no file', { train: [] }, 'BadInput', /Expected a file in train/],
    ['a text that is no corpus', { train: { name: 'a.txt', data: 'Ada left. She is gone.' } }, 'BadInput', /a\.txt/],
    [
      'an unknown preset',
      { train: CORPUS, preset: 'bert' },
      'BadConfig',
      /Unknown preset bert: expected one of tagsmith/,
    ],
    ['a column that the file lacks', { train: CORPUS, columns: ['pos'] }, 'BadInput', /all\.conll has no column pos/],
    [
      'a gazetteer without names',
      { train: CORPUS, gazetteers: { name: 'a.txt', data: '\n' } },
      'BadInput',
      /no names in a\.txt/,
    ],
    ['an unknown setting', { train: CORPUS, settings: { size: 3 } as object }, 'BadConfig', /Unknown setting size/],
    ['a value out of bounds', { train: CORPUS, settings: { hidden: -1 } }, 'BadConfig', /hidden is -1: expected/],
  ])('%s is refused', async (_, options, code, message) => {
    await expect(eventsOf(options)).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
  });

  test('a second model at the same time is refused; the first is not disturbed', async () => {
    const first = train({ train: CORPUS, device: 'simd', threads: 1, settings: SMALL });
    await first.next();
    await expect(eventsOf({ train: CORPUS })).rejects.toMatchObject({ code: 'NotReady' });
    const rest: string[] = [];
    for await (const { kind } of first) rest.push(kind);
    expect(rest.at(-1)).toBe('model');
  });
});

test('learns from text without labels: three teachers, a student, and one model at the end', async () => {
  const text = { name: 'more.txt', data: 'Mira left Berlin. Tom went to Oslo. Nobody came.' };
  const settings = { ...SMALL, epochs: 20, learningRate: 0.03, patience: 0, seed: 3 };
  const events = await eventsOf({ train: path, dev: path, unlabelled: text, settings });
  expect(find(events, 'read').texts).toMatchObject([{ name: 'more.txt', sentences: 3 }]);
  const runs = events.flatMap((event) => (event.kind === 'run' ? [`${event.label} ${event.seed}`] : []));
  expect(runs).toEqual(['teacher 3', 'teacher 4', 'teacher 5', 'student 6']);
  expect(find(events, 'labelled').of).toBe(3);
  const { f1 } = find(events, 'compared').difference;
  const models = events.filter(({ kind }) => kind === 'model');
  expect(events.at(-1)).toBe(models[0]);
  expect(models).toHaveLength(1);
  expect(find(events, 'model').dev!.overall.f1).toBeCloseTo(Math.max(...f1), 9);
});

test('the default preset reads documents if the text without labels has them', async () => {
  const settingsOf = async (unlabelled: Program.TrainOptions['unlabelled']) => {
    const singles = ['Mira B-PER\nleft O\n', 'Tom B-PER\ncame O\n'].map((one) => `-DOCSTART- O\n\n${one}\n`).join('');
    for await (const event of train({ train: { name: 'a.conll', data: singles }, dev: path, unlabelled })) {
      if (event.kind === 'read') return event.settings.context;
    }
    return undefined;
  };
  expect(await settingsOf([])).toBe('sentence');
  expect(await settingsOf({ name: 'more.txt', data: 'Mira left. Tom came.' })).toBe('document');
});
