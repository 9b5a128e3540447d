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
  expect(loaded.summary().files[0]).toMatchObject({ tagColumn: 2 });
  await loaded.update(id, { tagColumn: 1 });
  expect(loaded.summary().files[0]).toMatchObject({ tagColumn: 1, style: { scheme: 'none' } });
});

test('what is removed comes back as it was used: one corpus, the vectors, a sample that left', async () => {
  const loaded = new LoadedFiles();
  const nothing = () => undefined;
  await loaded.add([trainFile(), devFile(), file('a.txt', VECTORS)], true, never, nothing);
  const [train, dev] = loaded.summary().files;
  await loaded.update(dev!.id, { role: 'unused', scheme: 'IOB1' });
  loaded.remove(dev!.id);
  loaded.remove(loaded.vectors.id!);
  expect(loaded.summary()).toMatchObject({ files: [{ name: train!.name }], vectors: undefined });
  await loaded.restore([dev!.id], never, nothing);
  expect(loaded.summary().files[1]).toMatchObject({ id: dev!.id, role: 'unused', style: { scheme: 'IOB1' } });

  await loaded.add([file('own.train.conll', 'Zoe B-PER\n')], false, never, nothing);
  expect(names(loaded)).toEqual(['own.train.conll']);
  await loaded.restore([train!.id, dev!.id], never, nothing);
  expect(loaded.summary().files.map(({ name, role }) => [name, role])).toEqual([
    ['own.train.conll', 'unused'],
    [train!.name, 'train'],
    [dev!.name, 'unused'],
  ]);
});

test('vectors that come back have those of words that came meanwhile; what is forgotten stays away', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, false, never, () => undefined);
  await add(file('x.train.conll', 'Mira B-PER\n'), file('a.txt', VECTORS));
  const { id } = loaded.summary().vectors!;
  loaded.remove(id);
  await add(file('y.test.conll', 'Oslo B-LOC\n'));
  await loaded.restore([id], never, () => undefined);
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira', 'oslo']);
  loaded.remove(id);
  loaded.forget([id]);
  await loaded.restore([id], never, () => undefined);
  expect(loaded.summary().vectors).toBeUndefined();
});
