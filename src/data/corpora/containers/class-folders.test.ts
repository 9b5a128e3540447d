import { expect, test } from 'vitest';
import { packedFile } from '../../../../test/helpers/packed-files.ts';
import { nameIn } from '../../../lib/paths.ts';
import type { CorpusOptions } from '../../corpus.ts';
import { readCorpus } from '../read-corpus.ts';
import { joinClassFolders } from './class-folders.ts';

const file = (path: string, text = `the text of ${path}`) => packedFile(path, text, nameIn(path));

const REVIEWS = ['pos/1.txt', 'pos/2.txt', 'neg/3.txt', 'neg/4.txt'];

/** The answer that the folders are classes. */
const AS_CLASSES = { classField: 'folder' };

async function corpusIn(files: Awaited<ReturnType<typeof joinClassFolders>>, options: CorpusOptions = AS_CLASSES) {
  const opened = await files[0]!.open();
  return readCorpus(opened.name, new Uint8Array(await opened.arrayBuffer()), options);
}

test('a folder for each class', async () => {
  const joined = await joinClassFolders([...REVIEWS.map((path) => file(path)), file('README.md')], 'reviews.zip');
  expect(joined.map(({ name }) => name)).toEqual(['reviews.jsonl', 'README.md']);
  const { sentences, format, question } = await corpusIn(joined);
  expect([format, question]).toEqual(['classTexts', undefined]);
  expect(sentences.map(({ tags, tokens }) => `${tags[0]} ${tokens.join(' ')}`)).toEqual(
    REVIEWS.map((path) => `${path.slice(0, 3)} the text of ${path.slice(0, 3)} / ${path.slice(4)}`),
  );
});

test('a file for each part of the data; texts without a class', async () => {
  const paths = ['train', 'test'].flatMap((part) => REVIEWS.map((path) => `data/${part}/${path}`));
  const joined = await joinClassFolders(
    [...paths, 'data/train/unsup/5.txt'].map((path) => file(path)),
    'x.zip',
  );
  expect(joined.map(({ name }) => name)).toEqual(['train.jsonl', 'test.jsonl']);
  const { sentences, problems } = await corpusIn(joined);
  expect(sentences.map(({ tags }) => tags.length > 0)).toEqual([true, true, true, true, false]);
  expect(problems).toMatchObject([{ message: expect.stringContaining('1 of 5 texts have no class') as string }]);
});

test('the reader asks whether folders are classes', async () => {
  const joined = await joinClassFolders(
    REVIEWS.map((path) => file(path)),
    'x.zip',
  );
  const { question } = await corpusIn(joined, {});
  expect(question?.options).toMatchObject([{ settings: { classField: 'folder' } }, { settings: { classField: '' } }]);
});

test('newsgroups have numbers for names', async () => {
  const paths = ['sci.space/60001', 'sci.space/60002', 'rec.autos/10001', 'rec.autos/10002', 'LICENSE'];
  const joined = await joinClassFolders(
    paths.map((path) => file(path)),
    'news.zip',
  );
  expect(joined.map(({ name }) => name)).toEqual(['news.jsonl', 'LICENSE']);
});

test.each([
  ['a single folder', ['a/1.txt', 'a/2.txt']],
  ['parts of the data', ['train/1.txt', 'train/2.txt', 'test/3.txt', 'test/4.txt']],
  ['a text in each folder', ['a/1.txt', 'b/2.txt']],
  ['annotations of brat', [...REVIEWS, 'pos/1.ann']],
  ['other files', ['a/1.csv', 'a/2.csv', 'b/1.csv', 'b/2.csv']],
])('%s: no classes', async (_, paths) => {
  const files = paths.map((path) => file(path));
  expect(await joinClassFolders(files, 'x.zip')).toEqual(files);
});

test.each([
  ['entities', 'Mira B-PER\nran O\nto O\nLund B-LOC\n\nshe O\nsat O\n'],
  ['tags without a scheme', 'the DET\ndog NOUN\nran VERB\n. PUNCT\n\n'.repeat(4)],
])('columns with %s: no classes', async (_, text) => {
  const files = REVIEWS.map((path) => file(path, text));
  expect(await joinClassFolders(files, 'x.zip')).toEqual(files);
});

test('short lines of two words: classes', async () => {
  const files = REVIEWS.map((path) => file(path, 'fine film\nslow start\n'));
  expect(await joinClassFolders(files, 'x.zip')).toHaveLength(1);
});
