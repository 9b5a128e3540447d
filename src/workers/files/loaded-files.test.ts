import { gzipSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { OpenEncoder } from '../../encoder/open-encoder.ts';
import { writeBundle } from '../../export/bundle.ts';
import type { Open } from '../encoder/loaded-encoder.ts';
import { LoadedFiles } from './loaded-files.ts';
import type { Progress } from '../wire/payloads.ts';
import { zeroModel } from '../../../test/helpers/zero-model.ts';
import { devFile, file, trainFile } from '../../../test/helpers/connected-worker.ts';

const VECTORS = 'mira 1 2 3 4 5\noslo 5 4 3 2 1\n';
const never = new AbortController().signal;
const names = (loaded: LoadedFiles) => loaded.summary().files.map(({ name }) => name);

test('cancelled reading changes nothing and ends its progress', async () => {
  const loaded = new LoadedFiles();
  const controller = new AbortController();
  const reported: (Progress | undefined)[] = [];
  const added = loaded.add([trainFile(), devFile()], 'own', controller.signal, (progress) => {
    reported.push(progress);
    if (progress?.name === devFile().name) controller.abort();
  });
  await expect(added).rejects.toMatchObject({ code: 'Cancelled' });
  expect(names(loaded)).toEqual([]);
  expect(reported.at(-1)).toBeUndefined();
});

test('a model that is added during a run is refused before it is read', async () => {
  const model = new File([writeBundle(zeroModel()) as BlobPart], 'model.zip');
  const { models, rejected } = await new LoadedFiles().add([model], 'unused', never, () => undefined);
  expect([models, rejected.map(({ error }) => error.code)]).toEqual([[], ['NotReady']]);
});

test('vectors cancelled at the very end of reading do not replace others', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('a.txt', VECTORS)], 'own', never, () => undefined);
  const controller = new AbortController();
  const added = loaded.add([file('b.txt', VECTORS)], 'own', controller.signal, (progress) => {
    if (progress?.task === 'vectors' && progress.done === progress.total) controller.abort();
  });
  await expect(added).rejects.toMatchObject({ code: 'Cancelled' });
  expect(loaded.summary().vectors!.name).toBe('a.txt');
});

test('vectors are not used if reading the encoder after them is cancelled, when adding or restoring', async () => {
  let controller: AbortController | undefined;
  const encoder = { close: () => Promise.resolve() } as OpenEncoder;
  const open: Open = () => {
    controller?.abort();
    return Promise.resolve(encoder);
  };
  const loaded = new LoadedFiles(undefined, undefined, open);
  const add = (files: File[], signal = never) => loaded.add(files, 'own', signal, () => undefined);
  const encoderFiles = [file('encoder.onnx', 'x'), file('tokenizer.json', '{}')];
  await add([file('a.txt', VECTORS), ...encoderFiles]);
  const ids = [loaded.vectors.entries[0]!.id, loaded.encoder.entries[0]!.id];

  controller = new AbortController();
  const added = add([file('b.txt', VECTORS), ...encoderFiles], controller.signal);
  await expect(added).rejects.toMatchObject({ code: 'Cancelled' });
  expect([loaded.vectors.entries[0]?.id, loaded.encoder.entries[0]?.id]).toEqual(ids);

  for (const id of ids) loaded.remove(id);
  controller = new AbortController();
  const restored = loaded.restore(ids, controller.signal, () => undefined);
  await expect(restored).rejects.toMatchObject({ code: 'Cancelled' });
  expect([loaded.vectors.entries[0]?.id, loaded.encoder.entries[0]?.id]).toEqual([undefined, undefined]);
});

test('vectors are read for corpora added before and after; of several files the last is used', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  const { rejected } = await add(file('a.txt', VECTORS), file('b.txt', VECTORS), file('x.train.conll', 'Mira B-PER\n'));
  expect(rejected).toMatchObject([
    { name: 'a.txt', error: { message: expect.stringMatching(/b\.txt was used/) as string } },
  ]);
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira']);
  await add(file('y.test.conll', 'Oslo B-LOC\n'));
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira', 'oslo']);
  expect(loaded.summary().vectors!.coverage!.lowercase).toMatchObject({ types: 1, matched: { none: { types: 0 } } });
});

test('reports types of dev and test that no training file has', async () => {
  const loaded = new LoadedFiles();
  const [x, y, z] = ['x.train.conll', 'y.train.conll', 'z.dev.conll'].map((name, i) => file(name, `a B-T${i}\n`));
  await loaded.add([x!, z!], 'own', never, () => undefined);
  const kinds = () => loaded.summary().files.map(({ problems }) => problems.map(({ kind }) => kind));
  expect(kinds()).toEqual([[], ['types']]);
  await loaded.add([y!, file('v.train.conll', 'a B-T2\n')], 'own', never, () => undefined);
  expect(kinds()[1]).toEqual([]);
});

test('the storage problem of vectors is still reported after they are reread for other words', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  await add(new File([gzipSync(strToU8(VECTORS))], 'a.txt.gz'), file('x.train.conll', 'Mira B-PER\n'));
  const [problem, ...others] = loaded.summary().vectors!.problems;
  expect(problem).toMatchObject({ kind: 'storage' }); // tests have no storage
  expect(others).toEqual([]);
  await add(file('y.test.conll', 'Oslo B-LOC\n'));
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira', 'oslo']);
  expect(loaded.summary().vectors!.problems).toEqual([problem]);
});

test('an invalid tag column changes nothing', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('x.train.conll', 'Mira NNP B-PER\n')], 'own', never, () => undefined);
  const { id } = loaded.summary().files[0]!;
  await expect(loaded.update(id, { tagColumn: 7 })).rejects.toMatchObject({ code: 'BadInput' });
  expect(loaded.summary().files[0]).toMatchObject({ tagColumn: 2 });
  await loaded.update(id, { tagColumn: 1 });
  expect(loaded.summary().files[0]).toMatchObject({ tagColumn: 1, style: { scheme: 'none' } });
});

test('restores a corpus, the vectors, and the sample with their roles', async () => {
  const loaded = new LoadedFiles();
  const nothing = () => undefined;
  await loaded.add([trainFile(), devFile(), file('a.txt', VECTORS)], 'sample', never, nothing);
  const [train, dev] = loaded.summary().files;
  await loaded.update(dev!.id, { role: 'unused', scheme: 'IOB1' });
  loaded.remove(dev!.id);
  loaded.remove(loaded.vectors.entries[0]!.id);
  expect(loaded.summary()).toMatchObject({ files: [{ name: train!.name }], vectors: undefined });
  await loaded.restore([dev!.id], never, nothing);
  expect(loaded.summary().files[1]).toMatchObject({ id: dev!.id, role: 'unused', style: { scheme: 'IOB1' } });

  await loaded.add([file('own.train.conll', 'Zoe B-PER\n')], 'own', never, nothing);
  expect(names(loaded)).toEqual(['own.train.conll']);
  await loaded.restore([train!.id, dev!.id], never, nothing);
  expect(loaded.summary().files.map(({ name, role }) => [name, role])).toEqual([
    ['own.train.conll', 'unused'],
    [train!.name, 'train'],
    [dev!.name, 'unused'],
  ]);
});

test('restored vectors include words added meanwhile; discarded ones cannot be restored', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  await add(file('x.train.conll', 'Mira B-PER\n'), file('a.txt', VECTORS));
  const { id } = loaded.summary().vectors!;
  loaded.remove(id);
  await add(file('y.test.conll', 'Oslo B-LOC\n'));
  await loaded.restore([id], never, () => undefined);
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira', 'oslo']);
  loaded.remove(id);
  loaded.discard([id]);
  await loaded.restore([id], never, () => undefined);
  expect(loaded.summary().vectors).toBeUndefined();
});

describe('several files', () => {
  const letter = (i: number) => file(`letter${i}.conll`, `Mira${i} B-PER\nleft O\n\nOslo${i} B-LOC\n`);
  const roles = (loaded: LoadedFiles) => loaded.summary().files.map(({ role }) => role);
  const added = async (...files: File[]) => {
    const loaded = new LoadedFiles();
    await loaded.add(files, 'own', never, () => undefined);
    return loaded;
  };

  test('that are added together form one training corpus; dev is held out from all of them', async () => {
    const letters = Array.from({ length: 12 }, (_, i) => letter(i));
    const loaded = await added(...letters);
    expect(roles(loaded)).toEqual(letters.map(() => 'train'));
    expect(loaded.summary()).toMatchObject({ blockers: [], devSplit: 0.1 });
    const { train, dev } = loaded.source();
    expect([train.length, dev.length]).toEqual([22, 2]); // each file is a document
    const tokens = train.map((sentence) => sentence.tokens[0]!);
    expect(tokens).toEqual(tokens.toSorted((a, b) => parseInt(a.slice(4)) - parseInt(b.slice(4))));
    const all = '12 files (letter0.conll … letter11.conll)';
    expect(loaded.names()).toEqual({ train: all, dev: `10% of ${all}, by document` });
  });

  test('can share a role', async () => {
    const loaded = await added(letter(0), file('a.dev.conll', 'Tom B-PER\n'), file('b.dev.conll', 'Zoe B-PER\n'));
    await loaded.add([letter(1)], 'own', never, () => undefined);
    expect(roles(loaded)).toEqual(['train', 'dev', 'dev', 'test']);
    await loaded.update(loaded.summary().files[3]!.id, { role: 'train' });
    expect(roles(loaded)).toEqual(['train', 'dev', 'dev', 'train']);
    const { train, dev, style } = loaded.source();
    expect([train.length, dev.length]).toEqual([4, 2]);
    await loaded.add(
      [file('a.test', 'Tom B-PER\n'), file('b.test', 'Tom NNP\nleft VBD\n'), file('c.test', 'Zoe B-PER\n')],
      'own',
      never,
      () => undefined,
    );
    expect(loaded.test(style)!.map(({ tokens }) => tokens[0])).toEqual(['Tom', 'Zoe']);
  });

  test('with different kinds of tags block training, and are named', async () => {
    const loaded = await added(letter(0), file('pos.conll', 'Tom NNP\n\nleft VBD\n'));
    expect(loaded.summary().blockers).toEqual([
      expect.stringMatching(/pos\.conll has tags without a scheme, but letter0\.conll has entities in BIO/),
    ]);
  });

  test('without tags to learn do not replace the sample, until they are used as train', async () => {
    const loaded = new LoadedFiles();
    const sample = ['train', 'dev'].map((part) => file(`sample.${part}`, 'Ada B-PER\nmet O\n'));
    await loaded.add(sample, 'sample', never, () => undefined);
    await loaded.add([file('own.train.csv', 'id,text\n1,Tom left.\n2,Zoe met Ada.\n')], 'own', never, () => undefined);
    await loaded.add([file('ids.train', 'Tom 1\nleft 0\n\nZoe 1\n')], 'own', never, () => undefined);
    const names = () => loaded.summary().files.map(({ name, role }) => [name, role]);
    expect(names()).toEqual([
      ['sample.train', 'train'],
      ['sample.dev', 'dev'],
      ...names().slice(2, -1),
      ['ids.train', 'unused'],
    ]);
    expect(names().every(([name, role]) => name!.startsWith('sample') || role === 'unused')).toBe(true);
    await loaded.update(loaded.summary().files.at(-1)!.id, { role: 'train' });
    expect(names().some(([name]) => name!.startsWith('sample'))).toBe(false);
  });

  test('of the sample, restored beside own files, are unused while own files have their role', async () => {
    const loaded = new LoadedFiles();
    const sample = ['train', 'dev'].map((part) => file(`sample.${part}`, 'Ada B-PER\n'));
    await loaded.add(sample, 'sample', never, () => undefined);
    await loaded.add([file('own.dev', 'Tom B-PER\n')], 'own', never, () => undefined);
    expect(roles(loaded)).toEqual(['dev']);
    await loaded.add(sample, 'sample', never, () => undefined);
    expect(roles(loaded)).toEqual(['dev', 'train', 'unused']);
    loaded.remove(loaded.summary().files[0]!.id);
    expect(roles(loaded)).toEqual(['train', 'dev']);
  });
});

test('a single training sentence is a blocker', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('one.conll', 'Mira B-PER\n')], 'own', never, () => undefined);
  expect(loaded.summary().blockers).toEqual([expect.stringMatching(/fewer than two sentences/)]);
});

test('two concurrent updates are both applied', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('x.conll', 'Mira NNP B-PER\nleft VBD O\n')], 'own', never, () => undefined);
  const { id } = loaded.summary().files[0]!;
  await Promise.all([loaded.update(id, { tagColumn: 1 }), loaded.update(id, { scheme: 'none' })]);
  expect(loaded.summary().files[0]).toMatchObject({ tagColumn: 1, style: { scheme: 'none' } });
});

test('vectors that cannot be restored do not replace those in use', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  await add(file('a.txt', VECTORS));
  const id = loaded.vectors.entries[0]?.id;
  await add(file('b.txt', VECTORS));
  await add(file('x.train.conll', 'Mira B-PER\n'));
  await expect(loaded.restore([id!], AbortSignal.abort(), () => undefined)).rejects.toMatchObject({
    code: 'Cancelled',
  });
  expect(loaded.vectors.name).toBe('b.txt');
  await loaded.restore([id!], never, () => undefined);
  expect(loaded.vectors.name).toBe('a.txt');
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira']);
});

test('vectors removed while they are reread stay removed, and are restored with the words read', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  await add(file('a.txt', VECTORS));
  const { id } = loaded.vectors.entries[0]!;
  const added = loaded.add([file('x.train.conll', 'Mira B-PER\n')], 'own', never, (progress) => {
    if (progress?.task === 'vectors') loaded.remove(id);
  });
  await added;
  expect(loaded.vectors.entries[0]?.id).toBeUndefined();
  await loaded.restore([id], never, () => undefined);
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira']);
});

test('if the tag column is ambiguous, choosing one changes all files with the same columns', async () => {
  const loaded = new LoadedFiles();
  const layers = (name: string) => file(name, 'Kölner\tB-ORG\tB-LOC\nVerein\tI-ORG\tO\nRom\tB-LOC\tO\n');
  const flat = file('flat.train.conll', 'Mira\tNNP\tB-PER\n');
  await loaded.add([layers('a.train.conll'), layers('a.dev.conll'), flat], 'own', never, () => undefined);
  const columns = () => loaded.summary().files.map(({ tagColumn }) => tagColumn);
  expect(columns()).toEqual([1, 1, 2]);
  await loaded.update(loaded.summary().files[0]!.id, { tagColumn: 2 });
  expect(columns()).toEqual([2, 2, 2]);
  await loaded.update(loaded.summary().files[1]!.id, { tagColumn: 1 });
  expect(columns()).toEqual([1, 1, 2]);
});

test('sentences of a training file have the given weights, until these are reset', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('a.train.conll', 'Ada B-PER\n\nOslo B-LOC\n'), devFile()], 'own', never, () => undefined);
  const { id } = loaded.summary().files[0]!;
  const weights = () => loaded.source().train.map(({ weight }) => weight);
  await loaded.update(id, { weights: [[1, 0.7]] });
  expect(weights()).toEqual([undefined, 0.7]);
  expect(loaded.summary().files[0]!.weights).toEqual([[1, 0.7]]);
  expect(loaded.corpus(id).sentences.every(({ weight }) => weight === undefined)).toBe(true);
  await loaded.update(id, { weights: [] });
  expect(weights()).toEqual([undefined, undefined]);
});

test('lists of names are compared with the training data, and are part of a run until they are removed', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  await add(file('people.txt', 'Mira\nIvo Lund\nBo Field\n'));
  expect(loaded.summary().lists).toMatchObject([{ name: 'people.txt', lists: [{ names: 3, matches: 0 }] }]);
  await add(file('x.train.conll', 'Mira B-PER\nleft O\n\nMira O\n'), file('x.dev.conll', 'Mira B-PER\n'));
  const [described] = loaded.summary().lists;
  expect(described!.lists).toMatchObject([{ matches: 2, entities: 1, types: [{ type: 'PER', precision: 0.5 }] }]);
  expect(loaded.source().lists).toMatchObject([{ name: 'people', names: ['Mira', 'Ivo Lund', 'Bo Field'] }]);
  loaded.remove(described!.id);
  expect(loaded.source().lists).toEqual([]);
  await loaded.restore([described!.id], never, () => undefined);
  expect(loaded.source().lists).toHaveLength(1);
});
