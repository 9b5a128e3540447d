import { beforeEach, describe, expect, test } from 'vitest';
import { readBundle } from '../../src/export/read-bundle.ts';
import { file, trainFile } from '../helpers/connected-worker.ts';
import { noModel, noPreviousModel, noStudent } from '../../src/workers/wire/refusals.ts';
import { TEXT, Trainer } from './trainer.ts';

let trainer: Trainer;
let request: Trainer['client']['request'];

beforeEach(async () => {
  trainer = await Trainer.connect();
  request = (name, params, signal) => trainer.client.request(name, params, signal);
});

describe('a model', () => {
  test('that does not exist is reported for every request', async () => {
    const { files, texts } = await request('addFiles', { files: [trainFile(), file('notes.txt', TEXT)] });
    await expect(request('tag', { text: TEXT })).rejects.toEqual(noModel());
    await expect(request('inspect', { text: TEXT })).rejects.toEqual(noModel());
    const asked = { text: TEXT, sentence: 0, token: 0, tag: undefined };
    await expect(request('attribute', asked)).rejects.toEqual(noModel());
    await expect(request('spelling', { ...asked, spelling: undefined })).rejects.toEqual(noModel());
    await expect(request('gates', { ...asked, tag: 0, unit: undefined })).rejects.toEqual(noModel());
    await expect(request('score', { id: files[0]!.id })).rejects.toEqual(noModel());
    await expect(request('predict', { id: files[0]!.id })).rejects.toEqual(noModel());
    await expect(request('tagFile', { id: texts[0]!.id, format: 'csv' })).rejects.toEqual(noModel());
    await expect(request('exportModel', {})).rejects.toEqual(noModel());
    await expect(request('exportSizes', {})).rejects.toEqual(noModel());
    await expect(request('distill', {})).rejects.toEqual(noModel());
    await expect(request('restoreModel', {})).rejects.toEqual(noPreviousModel());
  });

  test('is exported in other forms, and its sizes are measured on dev', async () => {
    await trainer.trainModel();
    expect((await request('exportModel', { kind: 'page', size: 'small' })).name).toBe('town-model-small.html');
    expect((await request('exportModel', { kind: 'runtime', isPrivate: true })).name).toBe('town-model.mjs');
    const { sizes, devTokens } = await request('exportSizes', {});
    expect(sizes.map(({ size }) => size)).toEqual(['exact', 'half', 'small']);
    expect(devTokens).toBeGreaterThan(0);
    for (const { zip, measured } of sizes) {
      expect(zip).toBeGreaterThan(0);
      expect(measured).toEqual({ f1: expect.any(Number), changedTags: expect.any(Number) });
    }
    expect(sizes[0]!.measured!.changedTags).toBe(0);
  });

  test('has a student once it is trained, which is exported in its place', async () => {
    await trainer.trainModel();
    await expect(request('exportModel', { size: 'tiny' })).rejects.toEqual(noStudent());
    expect((await request('exportSizes', {})).distillation).toMatchObject({ teachers: 1, texts: 0 });
    // A corpus without tags is text to learn from, like a text file.
    const { files, rejected } = await request('addFiles', {
      files: [file('words.conll', 'Mira\nsails\nto\nOslo\n\nMira\nrests\n')],
    });
    expect(rejected).toEqual([]);
    const words = files.find(({ name }) => name === 'words.conll')!;
    await request('updateFile', { id: words.id, role: 'unused' });
    expect((await request('exportSizes', {})).distillation).toMatchObject({ teachers: 1, texts: 1 });
    const student = await request('distill', {});
    expect(student).toMatchObject({ size: 'tiny', measured: { f1: expect.any(Number) as number } });
    expect(student!.zip).toBeGreaterThan(0);
    await request('removeFile', { id: words.id });
    const { name, contents } = await request('exportModel', { size: 'tiny' });
    expect(name).toBe('town-model-tiny.zip');
    const { provenance } = readBundle(new Uint8Array(await contents.arrayBuffer()));
    expect(provenance.student).toMatchObject({ teachers: 1, texts: 2 }); // the sentences of the corpus
  });

  test('is exported, and imported under the name of its file', async () => {
    await trainer.trainModel();
    const { name, contents } = await request('exportModel', {});
    expect(name).toBe('town-model.zip');
    const before = (await trainer.workspace()).model!;
    trainer.forget();
    const after = await request('addFiles', { files: [new File([contents], 'mine.zip')] });
    expect(after.model).toMatchObject({ name: 'mine', tags: before.tags, entityTypes: before.entityTypes });
    expect(after.model!.config).toEqual(before.config);
    expect(after.model!.dev).toEqual(before.dev);
    expect(after.model!.id).not.toBe(before.id);
    expect(after.previous).toEqual(before);
    const tasks = trainer.sent.map((one) => (one.name === 'progress' ? one.payload?.task : one.name));
    expect(tasks).toEqual(['reading', undefined]);
  });
});
