import { expect, test } from 'vitest';
import { devFile, file, connect, opened, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';
import { readBundle } from '../../export/read-bundle.ts';
import type { TrainerClient } from '../wire/protocol.ts';

/** A model of the two files, and the client that has trained it. */
async function trained() {
  const { client, ended } = await opened();
  const end = ended();
  await client.request('start', { config: { ...SMALL, epochs: 2 }, from: 'scratch' });
  await end;
  const { name, contents } = await client.request('exportModel', {});
  return { client, model: new File([contents], name) };
}

/** Another file of as many sentences. */
const changed = async (changed: File, name = changed.name) =>
  file(name, (await changed.text()).replaceAll('Brenna', 'Bergen').replaceAll('Tom', 'Tim'));
const renamed = async (original: File, name: string) => file(name, await original.text());

/** What a small export says about the model: it has the scores of its rounded weights if its dev data are loaded. */
async function exported(client: TrainerClient) {
  const { contents } = await client.request('exportModel', { size: 'small' });
  return readBundle(new Uint8Array(await contents.arrayBuffer())).provenance;
}

test('the data of a model are known by their contents, whatever the names of the files', async () => {
  const { model } = await trained();
  for (const [train, dev, isSame] of [
    [trainFile(), devFile(), true],
    [await renamed(trainFile(), 'a.train.conll'), await renamed(devFile(), 'a.dev.conll'), true],
    [await changed(trainFile()), await changed(devFile()), false],
  ] as const) {
    const { client } = connect();
    await client.request('addFiles', { files: [model, train, dev] });
    expect((await client.request('devSlices', {})).trainedOn.areLoaded).toBe(isSame);
    const { dev: scores, exactDev } = await exported(client);
    expect([scores !== undefined, exactDev !== undefined]).toEqual([isSame, !isSame]);
  }
});

test('a model is exported in a small size without its files', async () => {
  const { model } = await trained();
  const { client } = connect();
  await client.request('addFiles', { files: [model] });
  expect((await exported(client)).exactDev).toBeDefined();
});

test('a student has the data that it learnt from', async () => {
  const { client } = await trained();
  const { files } = await client.request('addFiles', { files: [file('more.train.conll', 'Oslo B-LOC\nsleeps O\n')] });
  await client.request('updateFile', { id: files.at(-1)!.id, role: 'train' });
  await client.request('distill', {});
  const { contents } = await client.request('exportModel', { size: 'tiny' });
  const { data } = readBundle(new Uint8Array(await contents.arrayBuffer())).provenance;
  expect(data).toMatchObject({ train: '2 files (town.train.conll … more.train.conll)', sentences: 7 });
});
