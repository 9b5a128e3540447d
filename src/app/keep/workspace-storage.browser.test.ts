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
