import { expect, test } from 'vitest';
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
