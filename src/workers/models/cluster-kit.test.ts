import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { connect, devFile, file, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';
import { Python } from '../../../test/helpers/python.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { MODEL_FILES } from '../../lib/model-files.ts';

const python = new Python('torch');
const folder = mkdtempSync(join(tmpdir(), 'tagsmith-kit-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function trained() {
  const { client, ended } = connect();
  await client.request('open', { device: 'simd' });
  await client.request('addFiles', { files: [trainFile(), devFile()] });
  const end = ended();
  await client.request('start', { config: { ...SMALL, epochs: 4 }, from: 'scratch' });
  await end;
  return client;
}

test('is refused without training data', async () => {
  const client = await trained();
  const { files } = await client.request('addFiles', { files: [] });
  for (const { id } of files) await client.request('removeFile', { id });
  await expect(client.request('clusterKit', {})).rejects.toMatchObject({ code: 'NotReady' });
});

test('is refused for files that do not annotate everything, which PyTorch would take for outside', async () => {
  const client = await trained();
  const { files } = await client.request('addFiles', { files: [] });
  await client.request('updateFile', { id: files[0]!.id, types: ['PER'] });
  await expect(client.request('clusterKit', {})).rejects.toMatchObject({
    code: 'NotReady',
    message: expect.stringMatching(/files that annotate all types/) as string,
  });
});

test('a model with inputs that the PyTorch code does not support is refused, with the reason', async () => {
  const { client, ended } = connect();
  await client.request('open', { device: 'simd', threads: 1 });
  await client.request('addFiles', { files: [trainFile(), devFile(), file('places.txt', 'Oslo\nBrenna\nNew Oslo\n')] });
  const end = ended();
  await client.request('start', { config: { ...SMALL, epochs: 1 }, from: 'scratch' });
  await end;
  await expect(client.request('clusterKit', {})).rejects.toMatchObject({
    code: 'NotReady',
    message: expect.stringMatching(/^PyTorch cannot train this model: it has name lists as inputs/) as string,
  });
});

describe('with a Python that has PyTorch', python.testOptions, () => {
  test('its commands train the model on its data, and the result can be opened, also unpacked', async () => {
    const client = await trained();
    const { name, contents, lines } = await client.request('clusterKit', {});
    expect(name).toBe('town-model-pytorch.zip');
    unpack(new Uint8Array(await contents.arrayBuffer()), folder);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(lines);
    const alone = lines.split('\n').at(-1)!;
    expect(alone).toMatch(/^python tagger\.py train /);
    python.run([...alone.split(' ').slice(1), '--set', 'epochs=40', 'learningRate=0.02'], folder);

    const bytes = readFileSync(join(folder, 'new.zip'));
    const found = async (files: File[]) => {
      const { model, rejected } = await client.request('addFiles', { files });
      expect(rejected).toEqual([]);
      const { sentences } = await client.request('tag', { text: 'Ada Vale lives in Norrby.' });
      return { f1: model!.dev!.overall.f1, name: model!.name, entities: sentences.flatMap(({ entities }) => entities) };
    };
    const fromZip = await found([new File([bytes], 'new.zip')]);
    expect(fromZip.f1).toBeGreaterThan(0);
    expect(fromZip.name).toBe('new');

    const unpacked = unzipSync(bytes);
    const parts = Object.entries(unpacked).map(([path, part]) => new File([part as Uint8Array<ArrayBuffer>], path));
    expect(MODEL_FILES.slice(0, 3).every((part) => part in unpacked)).toBe(true);
    expect(await found(parts)).toEqual({ ...fromZip, name: 'unpacked model' });

    const inFolder = Object.fromEntries(Object.entries(unpacked).map(([path, part]) => [`mine/${path}`, part]));
    const packed = new File([zipSync(inFolder) as Uint8Array<ArrayBuffer>], 'mine.zip');
    expect(await found([packed])).toEqual({ ...fromZip, name: 'mine' });
  });
});
