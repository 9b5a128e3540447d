import { legacyEncoder } from '../../data/files/legacy-encodings.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRecipeFile } from '../../config/recipe-file.ts';
import { presetById } from '../../config/presets.ts';
import { readCorpusFile } from '../inputs/corpus-file.ts';
import { AS_INFERRED, objects, runHere, SENTENCES, VECTORS } from '../testing.ts';
import { Terminal } from '../terminal.ts';
import { command } from './info.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-info-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function described(name: string, contents: string | Uint8Array): Promise<Record<string, unknown>> {
  const path = join(folder, name);
  await writeFile(path, contents);
  return (await infoOf(path))[0]!;
}

async function infoOf(...files: string[]): Promise<Record<string, unknown>[]> {
  return objects((await runHere(command, { ...AS_INFERRED, files, json: true })).out);
}

const CORPUS = {
  format: 'conll',
  sentences: 3,
  tokens: 22,
  documents: 0,
  entities: { LOC: 3, PER: 4, ORG: 1 },
  columns: [{ role: 'token' }, { role: 'tag' }],
  scheme: 'IOB1',
  outside: 'O',
  problems: [],
};

test('a corpus: counts, columns, scheme and outside', async () => {
  expect(await described('a.conll', SENTENCES)).toMatchObject(CORPUS);
});

test('a packed corpus is described like its contents', async () => {
  expect(await described('a.conll.gz', gzipSync(new TextEncoder().encode(SENTENCES)))).toMatchObject(CORPUS);
});

test('a question names the flags that answer it', async () => {
  const lines = 'Ada B-PER B-PER\nleft O O\nNorrby B-LOC B-PER\n. O O\n\n'.repeat(20);
  const { question } = (await described('two.conll', lines)) as { question: { options: { settings: object }[] } };
  expect(question.options.map(({ settings }) => settings)).toEqual([{ tagColumn: 1 }, { tagColumn: 2 }]);
  const { out } = await runHere(command, { ...AS_INFERRED, files: [join(folder, 'two.conll')], json: false });
  expect(out).toMatch(/asks: .*Which column has the tags to learn, 2 or 3\?/);
  expect(out).toMatch(/--tag-column 2: column 3/);
});

test('texts with a class: texts and classes, not sentences and entities', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => `What a fine film this is ${i},pos\nIt was dull ${i} times,neg\n`);
  expect(await described('reviews.csv', `text,label\n${rows.join('')}`)).toMatchObject({
    scheme: 'text',
    sentences: 20,
  });
  const { out } = await runHere(command, { ...AS_INFERRED, files: [join(folder, 'reviews.csv')], json: false });
  expect(out).toMatch(/20 texts, \d+ tokens; classes pos 10, neg 10(;|$)/m);
});

test('models, recipes and vectors', async () => {
  expect((await infoOf('test/fixtures/model.zip'))[0]).toMatchObject({ format: 'model', scheme: 'BIO' });
  const recipe = { presetId: 'tagsmith-quick', config: presetById('tagsmith-quick')!.config, seeds: 2 };
  expect(await described('mine.json', writeRecipeFile(recipe))).toMatchObject({ format: 'recipe', seeds: 2 });
  expect(await described('small.vec.txt', VECTORS)).toMatchObject({ format: 'vectors', words: 6 });
});

test('several files, also those of a zip archive with equal names: one object each, also of those that cannot be read', async () => {
  const [person, place] = ['Ada B-PER\nleft O\n', 'Oslo B-LOC\nis O\n'].map((text) => new TextEncoder().encode(text));
  const zip = join(folder, 'two.zip');
  await writeFile(zip, zipSync({ 'a/train.txt': person!, 'b/train.txt': place!, 'dev.csv': person! }));
  const prose = join(folder, 'prose.conll');
  await writeFile(prose, 'Ada left Oslo yesterday. Nobody knew.\n');
  let out = '';
  const terminal = new Terminal({ write: (part) => (out += part) }, { write: () => true });
  const options = { ...AS_INFERRED, files: [zip, prose], json: true };
  await expect(command.run(terminal, options, new AbortController().signal, [])).rejects.toThrow('1 of 4 files');
  expect(objects(out)).toMatchObject([
    { file: `${zip}/a/train.txt`, entities: { PER: 1 } },
    { file: `${zip}/b/train.txt`, entities: { LOC: 1 } },
    { file: `${zip}/dev.csv` },
    { file: prose, error: expect.stringMatching(/running text/) as string },
  ]);
});

test('a JSON file with splits: one object each; other commands name them', async () => {
  const sentence = { tokens: ['Ada', 'left'], ner_tags: ['B-PER', 'O'] };
  const path = join(folder, 'splits.json');
  await writeFile(path, JSON.stringify({ train: [sentence, sentence], test: [sentence] }));
  expect(await infoOf(path)).toMatchObject([
    { file: `${path}/splits.json.train.jsonl`, sentences: 2 },
    { file: `${path}/splits.json.test.jsonl`, sentences: 1 },
  ]);
  await expect(readCorpusFile(path)).rejects.toThrow('a list of records for each split');
});

test('a table of texts', async () => {
  const table = 'id,subject,text\n7,News of the harbour,Mira left Oslo today.\n9,Nothing new at all,It rained.\n';
  expect(await described('mail.csv', table)).toMatchObject({
    format: 'records',
    records: 2,
    fields: ['id', 'subject', 'text'],
    textFields: ['text'],
    otherTexts: ['subject'],
  });
});

test('--encoding is also that of tables of texts', async () => {
  const koi = legacyEncoder('koi8-r');
  const wrong = (text: string) => new TextDecoder('windows-1251').decode(koi(text));
  const paths = ['письма.csv', 'люди.txt'].map((name) => join(folder, name));
  await writeFile(paths[0]!, koi('номер,письмо\n7,Вчера Иванов был в Казани.\n9,Сегодня он дома.\n'));
  await writeFile(paths[1]!, koi('Иванов\nПетров\nСидоров\n'));
  const info = (encoding?: 'windows-1251') =>
    runHere(command, { ...AS_INFERRED, files: paths, json: true, encoding }).then(({ out }) => objects(out));
  expect(await info()).toMatchObject([{ fields: ['номер', 'письмо'], textFields: ['письмо'] }, { format: 'names' }]);
  expect((await info()).map(({ problems }) => (problems as object[]).length)).toEqual([1, 1]);
  const [table] = await info('windows-1251');
  expect(table).toMatchObject({ textFields: [wrong('письмо')], problems: [] });
});

test('the names of integer labels in the dataset_info.json beside the file', async () => {
  const info = { features: { ner_tags: { feature: { names: ['O', 'B-PER'] } } } };
  await writeFile(join(folder, 'dataset_info.json'), JSON.stringify(info));
  const found = await described('named.jsonl', '{"tokens":["Mira","ran"],"ner_tags":[1,0]}\n');
  expect(found).toMatchObject({ format: 'jsonl', entities: { PER: 1 } });
  expect(found['question']).toBeUndefined();
});

test('messages name the file that was given, not what was made of it', async () => {
  const path = join(folder, 'cells.csv');
  await writeFile(path, 'text,PER\n"Ada left Ribe .",Ada\n"Bo left, and then Ada .",Bo\n');
  const { out, err } = await runHere(command, { ...AS_INFERRED, files: [path], json: false });
  expect(`${out}${err}`).toContain('cells.csv: 2 of 2 objects have entities without offsets');
  expect(`${out}${err}`).not.toContain('read-as');
});
