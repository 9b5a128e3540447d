import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '../../../test/helpers/read-text.ts';
import { DEFAULT_CONFIG, type RunConfig } from '../../config/schema.ts';
import type { LoadedRecipe } from './recipe.ts';
import { runOptions } from '../testing.ts';
import { Terminal } from '../terminal.ts';
import { loadTrainInputs } from './train-inputs.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-inputs-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('reports types of dev and test that training lacks', async () => {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  const corpus = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return [join(folder, name)];
  };
  const options = runOptions({
    train: await corpus('a.train', 'Mio B-PER\nleft O\n'),
    dev: await corpus('a.dev', 'Mio B-PER\n'),
    test: await corpus('a.test', 'Mio B-per\n'),
  });
  await loadTrainInputs(terminal, options, new AbortController().signal);
  expect(notes.filter((line) => line.includes('do not occur in the training data'))).toEqual([
    expect.stringMatching(/a\.test: .*: per \(did you mean PER\?\)\.\n$/),
  ]);
});

test('reads lists of names, and reports their matches in train', async () => {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  await writeFile(join(folder, 'names.train'), 'Mio B-PER\nleft O\n\nMio O\nOld B-LOC\nNorrby I-LOC\n');
  await writeFile(join(folder, 'names.csv'), 'name,type\nMio,person\nOld Norrby,place\nold  norrby,place\n-,place\n');
  const path = [join(folder, 'names.train')];
  const options = runOptions({
    train: path,
    dev: path,
    gazetteer: [join(folder, 'names.csv')],
  });
  const { source } = await loadTrainInputs(terminal, options, new AbortController().signal);
  expect(source.lists).toEqual([
    { name: 'person', names: ['Mio'], longest: 3 },
    { name: 'place', names: ['Old Norrby'], longest: 10 },
  ]);
  const text = notes.join('');
  expect(text).toMatch(/names\.csv:4: .*the same name is in line 3/);
  expect(text).toMatch(/names\.csv:5: .*neither letters nor digits/);
  expect(text).toContain(
    'list person: 1 names, 2 matches in train, 50.0% of them entities; PER precision 50.0%, recall 100.0%; most often no entity: Mio (1)',
  );
  await writeFile(join(folder, 'empty.txt'), '\n');
  const empty = { ...options, gazetteer: [join(folder, 'empty.txt')] };
  await expect(loadTrainInputs(terminal, empty, new AbortController().signal)).rejects.toThrow(/no names in/);
});

test('reads columns by name; training without one of them is refused', async () => {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  await writeFile(
    join(folder, 'pos.train'),
    'Mio NNP B-NP B-PER\nleft VBD B-VP O\n\nAda NNP B-NP B-PER\nleft VBD B-VP O\n',
  );
  await writeFile(join(folder, 'bare.dev'), 'Mio B-PER\n');
  const options = runOptions({
    train: [join(folder, 'pos.train')],
    dev: [join(folder, 'bare.dev')],
    columns: ['POS', '2'],
  });
  const { source } = await loadTrainInputs(terminal, options, new AbortController().signal);
  expect(source.train[0]!.columns).toEqual({ pos: ['NNP', 'VBD'], 2: ['B-NP', 'B-VP'] });
  expect(source.dev[0]!.columns).toBeUndefined();
  expect(notes.join('')).toContain('The column POS is not in this file');
  const lacking = { ...options, columns: ['lemma'] };
  await expect(loadTrainInputs(terminal, lacking, new AbortController().signal)).rejects.toThrow(/no column lemma/);
});

test('training files with documents select the documents preset, unless a recipe was chosen', async () => {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  const [config, configForDocuments] = [DEFAULT_CONFIG, { ...DEFAULT_CONFIG, context: 'document' as const }];
  const presets = () => notes.filter((line) => line.startsWith('preset '));
  const contextFor = async (text: string, given: object) => {
    const path = join(folder, 'documents.train');
    await writeFile(path, text);
    const options = runOptions({ train: [path], dev: [path], config, ...given });
    notes.length = 0;
    return (await loadTrainInputs(terminal, options, new AbortController().signal)).config.context;
  };
  const [alone, together] = ['-DOCSTART- O\n\nMio B-PER\n\n', '-DOCSTART- O\n\nMio B-PER\n\nMio B-PER\n\n'];
  expect(await contextFor(alone.repeat(3), { configForDocuments })).toBe('sentence');
  expect(presets()).toEqual([]);
  expect(await contextFor(together, { configForDocuments })).toBe('document');
  expect(presets()).toEqual([expect.stringMatching(/^preset tagsmith-documents: .* --preset tagsmith .*\n$/)]);
  expect(await contextFor(together, {})).toBe('sentence');
  expect(presets()).toEqual([]);
});

test('files that annotate some of the types are merged', async () => {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  const [people, places] = [join(folder, 'people.train'), join(folder, 'places.train')];
  await writeFile(people, 'Mio B-PER\nleft O\nOslo O\n');
  await writeFile(places, 'Mio ?\nleft O\nOslo B-GPE\n');
  const options = runOptions({
    train: [people, places],
    dev: [places],
    typesOf: [`${people}=PER`, `${places}=LOC`],
    typesAs: [`${places}=GPE:LOC`],
  });
  const { source } = await loadTrainInputs(terminal, options, new AbortController().signal);
  expect(source.train.map(({ spans, unknown }) => ({ spans, unknown }))).toEqual([
    { spans: [{ start: 0, end: 1, type: 'PER' }], unknown: { types: ['PER'], tokens: [] } },
    { spans: [{ start: 2, end: 3, type: 'LOC' }], unknown: { types: ['LOC'], tokens: [0] } },
  ]);
  expect(source.dev[0]!.spans).toEqual(source.train[1]!.spans);
  const load = (changes: Partial<typeof options>) =>
    loadTrainInputs(terminal, { ...options, ...changes }, new AbortController().signal);
  await expect(load({ typesOf: ['other.train=PER'] })).rejects.toThrow(/other\.train, which is no file of this run/);
  await expect(load({ typesAs: ['GPE'] })).rejects.toThrow(/GPE: expected TYPE:AS/);
});

test('a file is read like one of its form in the recipe, with what flags say besides', async () => {
  const path = join(folder, 'boats.train');
  await writeFile(path, 'Ada\tB-PER\tB-LOC\nleft\tO\tO\n\n'.repeat(9));
  const read = async (flags: object, recipe?: LoadedRecipe) => {
    const notes: string[] = [];
    const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
    const options = { ...runOptions({ train: [path], dev: [path] }), recipe, ...flags };
    const { files } = await loadTrainInputs(terminal, options, new AbortController().signal);
    return { ...files[0]!.corpus, isNoted: notes.join('').includes('boats.train has the form of ships.train') };
  };
  const { form } = await read({ tagColumn: 2 });
  const recipeOf = (reading: Record<string, unknown>): LoadedRecipe => ({
    file: 'recipe.json',
    presetId: 'tagsmith',
    config: DEFAULT_CONFIG,
    seeds: 1,
    readings: { 'ships.train': reading },
    forms: { 'ships.train': form! },
  });
  const likeShips = recipeOf({ tagColumn: 1 });
  for (const flags of [{}, { acceptLosses: true }, { unknown: 'X' }, { typesOf: ['PER'] }]) {
    expect(await read(flags, likeShips)).toMatchObject({ tagColumn: 1, isNoted: true });
  }
  expect(await read({ tagColumn: 2 }, likeShips)).toMatchObject({ tagColumn: 2, isNoted: false });
  expect(await read({ tagColumn: 2 }, recipeOf({ acceptLosses: true }))).toMatchObject({ isNoted: false });
});

test('what a recipe says of the ends of spans does not hold for a file of the same form that shows them', async () => {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  const record = (end: number) => `{"tokens":["Ada","Byrne","ran"],"entities":[[0,${end},"PER"]]}\n`;
  const [train, dev] = ['clear.jsonl', 'open.jsonl'].map((name) => join(folder, name)) as [string, string];
  await writeFile(train, record(0) + record(1));
  await writeFile(dev, record(1).repeat(2));
  const { form } = readText(record(1), {}, 'other.jsonl');
  const readings = { 'other.jsonl': { spanEnds: 'exclusive' } };
  const recipe = { file: 'r.json', presetId: 'tagsmith', config: DEFAULT_CONFIG, seeds: 1, readings };
  const options = runOptions({ train: [train], dev: [dev], recipe: { ...recipe, forms: { 'other.jsonl': form! } } });
  const { corpora } = await loadTrainInputs(terminal, options, new AbortController().signal);
  const lengths = (source: typeof corpora.train) =>
    source.sentences.flatMap(({ spans }) => spans.map(({ start, end }) => end - start));
  expect(lengths(corpora.train)).toEqual([1, 2]);
  expect(lengths(corpora.dev!)).toEqual([1, 1]);
  expect(notes.filter((line) => line.includes('has the form of'))).toEqual([
    expect.stringMatching(/open\.jsonl has the form of other\.jsonl/),
  ]);
});

test('warns about training data that is hardly known, unless the recipe has an entity ratio', async () => {
  const path = [join(folder, 'answers.train')];
  await writeFile(path[0]!, 'Mio B-PER\nleft ?\nsoon ?\n\nOslo B-LOC\nis ?\nbig ?\n');
  const notesOf = async (config: RunConfig) => {
    const notes: string[] = [];
    const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
    await loadTrainInputs(
      terminal,
      { ...runOptions({ train: path, dev: path }), config },
      new AbortController().signal,
    );
    return notes.join('');
  };
  expect(await notesOf(DEFAULT_CONFIG)).toMatch(
    /about 66% of the training words,.* Add --set entityRatioWeight=1 --set entityRatio=0\.1\.\n/,
  );
  expect(await notesOf({ ...DEFAULT_CONFIG, entityRatioWeight: 3 })).not.toContain('entity ratio');
});

test('warns about vectors that distinguish capitals, unless words are looked up as written', async () => {
  const [path, embeddings] = [[join(folder, 'cased.train')], join(folder, 'cased.txt')];
  await writeFile(path[0]!, 'Mio B-PER\nleft O\n\nOslo B-LOC\n');
  await writeFile(embeddings, 'Mio 0.1 0.2\nleft 0.3 0.4\nOslo 0.5 0.6\n');
  const notesOf = async (config: RunConfig) => {
    const notes: string[] = [];
    const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
    const options = { ...runOptions({ train: path, dev: path, embeddings }), config };
    await loadTrainInputs(terminal, options, new AbortController().signal);
    return notes.join('');
  };
  expect(await notesOf(DEFAULT_CONFIG)).toMatch(
    /: 2 of the 3 training words have one with their capitals, and 2 of them .* Add --set lowercase=false\.\n/,
  );
  const asWritten = await notesOf({ ...DEFAULT_CONFIG, lowercase: false });
  expect(asWritten).not.toContain('capitals');
  expect(asWritten).toMatch(/cover 100(\.00)? ?% of the training words/);
});
