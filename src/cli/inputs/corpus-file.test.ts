import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entitiesOf } from '../../../test/helpers/read-text.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { command as info } from '../commands/info.ts';
import { readCorpusFile } from './corpus-file.ts';
import { runHere } from '../testing.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-corpus-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each(['train/1.txt test/1.txt', '1.txt test/1.txt', './train/1.txt ./test/1.txt', 'train\\1.txt test\\1.txt'])(
  'labels of Azure Language belong to the texts at their locations: %s',
  async (written) => {
    const locations = written.split(' ');
    const documents = locations.map((location, i) => ({
      location,
      entities: [{ labels: [{ category: 'PER', offset: 0, length: i === 0 ? 3 : 5 }] }],
    }));
    const labels = join(folder, 'labels.json');
    await writeFile(labels, JSON.stringify({ assets: { documents } }));
    for (const [i, location] of locations.entries()) {
      const path = join(folder, location.replaceAll('\\', '/'));
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, i === 0 ? 'Ada ran.' : 'Byrne ran.');
    }
    const { name, bytes } = await readCorpusFile(labels);
    expect(name).toBe(join(folder, 'labels.jsonl'));
    expect(entitiesOf(readCorpus(name, bytes))).toEqual(['PER Ada', 'PER Byrne']);
  },
);

const writeAll = async (at: string, files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(at, name, '..'), { recursive: true });
    await writeFile(join(at, name), text);
  }
};
const CLASSES = {
  'pos/1.txt': 'A fine film',
  'pos/2.txt': 'I liked it',
  'neg/1.txt': 'So dull and slow',
  'neg/2.txt': 'It had no end',
};

test('a folder of classes, or of texts with annotations, is one corpus', async () => {
  const [classes, brat, mixed] = ['classes', 'brat', 'mixed'].map((name) => join(folder, name));
  await writeAll(classes!, { ...CLASSES, 'README.md': 'x' });
  const { name, bytes } = await readCorpusFile(classes!);
  expect(readCorpus(name, bytes).sentences.map(({ tags }) => tags[0])).toEqual(['neg', 'neg', 'pos', 'pos']);
  await writeAll(brat!, { 'a.txt': 'Ada ran.', 'a.ann': 'T1\tPER 0 3\tAda\n', 'b.txt': 'Ben.', 'b.ann': 'T1\tPER 0 3\tBen\n' }); // prettier-ignore
  const joined = await readCorpusFile(brat!);
  expect(entitiesOf(readCorpus(joined.name, joined.bytes))).toEqual(['PER Ada', 'PER Ben']);
  await writeAll(mixed!, { 'a.conll': 'Ada B-PER\n' });
  await expect(readCorpusFile(mixed!)).rejects.toThrow('mixed is a folder that has neither');
});

test.each(['reviews.zip', 'reviews'])(
  'info asks whether the folders of %s are classes; its texts can also be separate',
  async (name) => {
    const path = join(folder, name);
    const zipped = Object.entries(CLASSES).map(([file, text]) => [file, strToU8(text)] as const);
    await (name === 'reviews' ? writeAll(path, CLASSES) : writeFile(path, zipSync(Object.fromEntries(zipped))));
    const { out } = await runHere(info, [path]);
    expect(out).toContain("--class-field folder: yes, the classes\n    --class-field '': no, these are separate texts");
    expect((await runHere(info, [path, '--class-field', 'folder'])).out).toMatch(
      /4 texts, 14 tokens; classes (pos 2, neg 2|neg 2, pos 2)/,
    );
    expect((await runHere(info, [path, '--class-field', ''])).out).toContain('records with texts, not annotated: 4');
  },
);

test('info describes the files of a folder', async () => {
  const at = join(folder, 'parts');
  await writeAll(at, { 'a.conll': 'Ada B-PER\n', 'more/b.conll': 'Ben B-PER\nran O\n' });
  const { out } = await runHere(info, [at, '--json']);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { file: `${at}/a.conll`, tokens: 1 },
    { file: `${at}/more/b.conll`, tokens: 2 },
  ]);
});

test('of a file with several splits the one of a role is read', async () => {
  const records = (...names: string[]) => names.map((name) => ({ tokens: [name, 'left'], ner_tags: ['B-PER', 'O'] }));
  const path = join(folder, 'splits.json');
  await writeFile(path, JSON.stringify({ train: records('Ada', 'Bo'), validation: records('Cy'), version: '1.0' }));
  const entities = async (role: 'train' | 'dev') => {
    const { name, bytes } = await readCorpusFile(path, { role });
    return entitiesOf(readCorpus(name, bytes));
  };
  expect(await entities('train')).toEqual(['PER Ada', 'PER Bo']);
  expect(await entities('dev')).toEqual(['PER Cy']);
  for (const as of [{}, { role: 'test' as const }])
    await expect(readCorpusFile(path, as)).rejects.toThrow('Give it to --train, --dev or --test');
});
