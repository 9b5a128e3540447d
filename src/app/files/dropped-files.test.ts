import { expect, test } from 'vitest';
import { listZipEntries } from '../../data/files/zip.ts';
import { useNoticeStore } from '../stores/notices.ts';
import { withArchive } from './dropped-entries.ts';
import { droppedFiles } from './dropped-files.ts';

const file = (name: string) => ({
  name,
  fullPath: `/${name}`,
  isFile: true,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
});

const unreadable = (name: string) => ({
  ...file(name),
  file: (_: unknown, reject: (error: Error) => void) => reject(new Error('NotFoundError')),
});

function folder(name: string, entries: { fullPath: string }[]) {
  const parts = [entries.map((entry) => ({ ...entry, fullPath: `/${name}${entry.fullPath}` })), []];
  const createReader = () => ({ readEntries: (resolve: (entries: unknown) => void) => resolve(parts.shift()) });
  return { name, fullPath: `/${name}`, isFile: false, createReader };
}

function dropped(...entries: unknown[]) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return droppedFiles({ items, files: [] } as unknown as DataTransfer);
}

test('reads files and folders, and skips hidden files', async () => {
  const { files } = await dropped(file('a.train'), folder('more', [file('b.dev'), file('.DS_Store')]));
  expect(files.map(({ name }) => name)).toEqual(['a.train', 'b.dev']);
});

test('names what cannot be read, and reads the rest', async () => {
  const { files, unreadable: lost } = await dropped(
    unreadable('gone.txt'),
    folder('more', [unreadable('locked.conll'), file('b.dev')]),
  );
  expect(files.map(({ name }) => name)).toEqual(['b.dev']);
  expect(lost).toEqual(['gone.txt', 'more/locked.conll']);
});

test('texts in folders that may be classes become one archive with their paths', async () => {
  const texts = (name: string) => folder(name, [file('1.txt'), file('2.txt')]);
  const inside = (path: string, name: string) => {
    const { createReader } = texts(name);
    const moved = (entries: { fullPath: string }[]) =>
      entries.map((entry) => ({ ...entry, fullPath: `/${path}${entry.fullPath}` }));
    const reader = createReader();
    const readEntries = (resolve: (entries: unknown) => void) =>
      reader.readEntries((entries) => resolve(moved(entries as { fullPath: string }[])));
    return { ...texts(name), createReader: () => ({ readEntries }) };
  };
  const parts = [[inside('reviews', 'pos'), inside('reviews', 'neg'), { ...file('README.md'), fullPath: '/reviews/README.md' }], []]; // prettier-ignore
  const reviews = {
    name: 'reviews',
    fullPath: '/reviews',
    isFile: false,
    createReader: () => ({ readEntries: (resolve: (entries: unknown) => void) => resolve(parts.shift()) }),
  };
  const { files } = await withArchive(await dropped(reviews, file('a.train')));
  expect(files.map(({ name }) => name)).toEqual(['reviews.zip', 'README.md', 'a.train']);
  expect(await listZipEntries(files[0]!)).toEqual(['pos', 'neg'].flatMap((name) => [`reviews/${name}/1.txt`, `reviews/${name}/2.txt`])); // prettier-ignore
});

test('other folders stay separate files', async () => {
  const all = await dropped(folder('more', [file('b.dev'), file('c.txt')]));
  expect((await withArchive(all)).files).toEqual(all.files);
});

const inFolder = (path: string, text = 'A text.') => {
  const own = new File([text], path.split('/').at(-1)!);
  return { own, path };
};
const droppedIn = (files: readonly { own: File; path: string }[]) => ({
  files: files.map(({ own }) => own),
  unreadable: [],
  paths: new Map(files.map(({ own, path }) => [own, path])),
});
const unreadableFile = (path: string) => {
  const { own } = inFolder(path);
  return { own: Object.assign(own, { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }), path };
};
const texts = (parent: string, count: number) =>
  ['pos', 'neg'].flatMap((name) => Array.from({ length: count }, (_, i) => inFolder(`${parent}/${name}/${i}.txt`, `${name} ${i}`))); // prettier-ignore

test('an unreadable text in a folder is named, and the others are kept', async () => {
  const { files, unreadable: lost } = await withArchive(
    droppedIn([...texts('reviews', 2), unreadableFile('reviews/pos/gone.txt')]),
  );
  expect(lost).toEqual(['reviews/pos/gone.txt']);
  expect(await listZipEntries(files[0]!)).toHaveLength(4);
});

test('more texts than an archive may have become JSON lines, with what is readable', async () => {
  const { files, unreadable: lost } = await withArchive(
    droppedIn([
      ...texts('reviews/train', 5_000),
      ...texts('reviews/test', 2),
      unreadableFile('reviews/test/neg/gone.txt'),
      inFolder('reviews/README'),
    ]),
  );
  expect(files.map(({ name }) => name)).toEqual(['train.jsonl', 'test.jsonl', 'README']);
  expect(lost).toEqual(['reviews/test/neg/gone.txt']);
  const lines = (await files[0]!.text()).trim().split('\n');
  expect([lines.length, JSON.parse(lines[5_000]!)]).toMatchObject([10_000, { text: 'neg 0', folder: 'neg' }]);
});

test('many texts that are too large together are refused, with what to do', async () => {
  const huge = Object.defineProperty(new File(['x'], 'a.txt'), 'size', { value: 2 ** 30 });
  const many = [...texts('reviews', 5_000), { own: huge, path: 'reviews/pos/a.txt' }, inFolder('reviews/README')];
  const { files } = await withArchive(droppedIn(many));
  expect(files.map(({ name }) => name)).toEqual(['README']);
  expect(
    useNoticeStore
      .getState()
      .notices.map(({ message }) => message)
      .join(),
  ).toContain('Drop its folders');
});
