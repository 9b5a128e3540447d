import { openDB } from 'idb';
import { expect, test } from 'vitest';
import type { KeptWorkspace } from './workspace/store.ts';
import { workspaceStorage } from './workspace-storage.ts';

const workspace = (id: string, changedAt: number, names: string[]): KeptWorkspace => ({
  id,
  changedAt,
  files: names.map((name) => ({ name, role: 'train' })),
  sources: names.map((name) => ({ name, bytes: 1, kept: 'copy' })),
  recipe: undefined,
  text: 'A sentence.',
  model: undefined,
  run: undefined,
});
const files = (...names: string[]) => new Map(names.map((name) => [name, new Blob([`contents of ${name}`])]));

test('a workspace is read unchanged; files that are not among its sources are deleted', async () => {
  const storage = workspaceStorage(`tagsmith-test-${crypto.randomUUID()}`);
  const first = workspace('a', 1, ['x', 'y']);
  await storage.save(first, files('x', 'y'));
  await storage.save(workspace('b', 2, ['x']), files('x'));
  expect((await storage.all()).map(({ id }) => id)).toEqual(['b', 'a']);
  expect((await storage.all())[1]).toEqual(first);
  await storage.save(workspace('a', 3, ['y', 'z']), files('z'));
  expect(await storage.file('a', 'x')).toBeUndefined();
  for (const name of ['y', 'z']) {
    expect(await ((await storage.file('a', name)) as Blob).text()).toBe(`contents of ${name}`);
  }
  await storage.delete(['a']);
  expect((await storage.all()).map(({ id }) => id)).toEqual(['b']);
  expect(await storage.file('a', 'y')).toBeUndefined();
  expect(await storage.file('b', 'x')).toBeDefined();
  await storage.deleteAll();
  expect(await storage.all()).toEqual([]);
  expect(await storage.file('b', 'x')).toBeUndefined();
});

test.each<[string, unknown, string[]]>([
  ['a damaged list', { ...workspace('a', 1, []), sources: [{ name: 'x', bytes: 13, kept: 'copy' }, 7] }, ['sources']],
  ['no record', undefined, ['changedAt', 'files', 'sources', 'text']],
])('the files of a workspace with %s are found, and it comes after others', async (_, record, damaged) => {
  const name = `tagsmith-test-${crypto.randomUUID()}`;
  const storage = workspaceStorage(name);
  await storage.save(workspace('a', 3, ['x', 'y']), files('x', 'y'));
  await storage.save(workspace('b', 2, []), files());
  const database = await openDB(name);
  await (record === undefined ? database.delete('workspaces', 'a') : database.put('workspaces', record, 'a'));
  database.close();
  const [, found] = await storage.all();
  expect(found).toMatchObject({ id: 'a', damaged });
  const sources = ['x', 'y'].map((file) => ({ name: file, bytes: 13, kept: 'copy' }));
  expect(found!.sources).toEqual(sources);
  await storage.noteFound(['a'], 7);
  expect((await storage.all())[1]).toEqual({ ...found, foundAt: 7 });
});
