import { expect, test } from 'vitest';
import { LoadedFiles } from './loaded-files.ts';
import type { Progress } from './protocol.ts';
import { devFile, file, trainFile } from './testing.ts';

const VECTORS = 'mira 1 2 3 4 5\noslo 5 4 3 2 1\n';
const never = new AbortController().signal;
const names = (loaded: LoadedFiles) => loaded.summary().files.map(({ name }) => name);

test('reading that is cancelled leaves no trace, and no progress', async () => {
  const loaded = new LoadedFiles();
  const controller = new AbortController();
  const told: (Progress | undefined)[] = [];
  const added = loaded.add([trainFile(), devFile()], false, controller.signal, (progress) => {
    told.push(progress);
    if (progress?.name === devFile().name) controller.abort();
  });
  await expect(added).rejects.toMatchObject({ code: 'Cancelled' });
  expect(names(loaded)).toEqual([]);
  expect(told.at(-1)).toBeUndefined();
});

test('vectors are read for all corpora, whichever came first; of several files the last is used', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, false, never, () => undefined);
  const { rejected } = await add(file('a.txt', VECTORS), file('b.txt', VECTORS), file('x.train.conll', 'Mira B-PER\n'));
  expect(rejected).toMatchObject([
    { name: 'a.txt', error: { message: expect.stringMatching(/and that is b\.txt/) as string } },
  ]);
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira']);
  await add(file('y.test.conll', 'Oslo B-LOC\n'));
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira', 'oslo']);
  expect(loaded.summary().vectors!.coverage).toMatchObject({ types: 1, matched: { none: { types: 0 } } });
});

test('a column that cannot hold the tags changes nothing', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('x.train.conll', 'Mira NNP B-PER\n')], false, never, () => undefined);
  const { id } = loaded.summary().files[0]!;
  await expect(loaded.update(id, { tagColumn: 7 })).rejects.toMatchObject({ code: 'BadInput' });
  expect((await loaded.bytes(id)).options).toEqual({});
  await loaded.update(id, { tagColumn: 1 });
  expect(loaded.summary().files[0]).toMatchObject({ tagColumn: 1, style: { scheme: 'none' } });
});
