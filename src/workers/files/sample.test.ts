import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import type { Workspace } from '../wire/payloads.ts';
import { connect, devFile, file, trainFile } from '../../../test/helpers/connected-worker.ts';

const LINE = 'Mira B-PER\nleft O\n\n';
const sample = () => ['train', 'dev', 'test'].map((part) => file(`sample.${part}`, LINE));
const rolesOf = ({ files }: Workspace) => Object.fromEntries(files.map(({ name, role }) => [name, role]));
const SAMPLE_ROLES = { 'sample.train': 'train', 'sample.dev': 'dev', 'sample.test': 'test' };

describe('the sample corpus', () => {
  test('is removed when a training file is added', async () => {
    const { client } = connect();
    const opened = await client.request('addFiles', { files: sample(), sample: true });
    expect(rolesOf(opened)).toEqual(SAMPLE_ROLES);
    expect(opened.blockers).toEqual([]);
    const workspace = await client.request('addFiles', { files: [trainFile(), devFile()] });
    expect(rolesOf(workspace)).toEqual({ 'town.train.conll': 'train', 'town.dev.conll': 'dev' });
  });

  test('is removed when a file without a role in its name is added', async () => {
    const { client } = connect();
    await client.request('addFiles', { files: sample(), sample: true });
    const workspace = await client.request('addFiles', { files: [file('letters.conll', LINE)] });
    expect(rolesOf(workspace)).toEqual({ 'letters.conll': 'train' });
  });

  test('is also removed when dev and test files are added; a training file is then requested', async () => {
    const { client } = connect();
    await client.request('addFiles', { files: sample(), sample: true });
    const workspace = await client.request('addFiles', { files: [file('letters.test.conll', LINE), devFile()] });
    expect(rolesOf(workspace)).toEqual({
      'letters.test.conll': 'test',
      'town.dev.conll': 'dev',
    });
    expect(workspace.blockers).toEqual([
      'Add the training file, or choose one of these files to train on: town.dev.conll is used as dev; ' +
        'letters.test.conll is used as test.',
    ]);
    const { id } = workspace.files.find(({ name }) => name === 'letters.test.conll')!;
    const changed = await client.request('updateFile', { id, role: 'train' });
    expect(rolesOf(changed)).toEqual({ 'letters.test.conll': 'train', 'town.dev.conll': 'dev' });
  });

  test('stays when texts or vectors are added, or files during a run', async () => {
    const { client, done } = connect();
    await client.request('addFiles', { files: sample(), sample: true });
    expect(rolesOf(await client.request('addFiles', { files: [file('a.txt', 'Mira left.')] }))).toEqual(SAMPLE_ROLES);
    await client.request('open', { device: 'simd', threads: 1 });
    const config = { ...DEFAULT_CONFIG, hidden: 4, wordDim: 4, charDim: 3, charFeatures: 3, epochs: 500 };
    await client.request('start', { config, from: 'scratch' });
    const during = await client.request('addFiles', { files: [devFile()] });
    expect(rolesOf(during)).toEqual({ ...SAMPLE_ROLES, 'town.dev.conll': 'unused' });
    await client.request('stop', {});
    await done;
  });

  test('gives own files their roles back when it is removed again', async () => {
    const { client } = connect();
    const { files } = await client.request('addFiles', { files: sample(), sample: true });
    const ids = files.map(({ id }) => id);
    await client.request('addFiles', { files: [trainFile(), devFile()] });
    const back = await client.request('restoreFiles', { ids });
    expect(rolesOf(back)).toEqual({ ...SAMPLE_ROLES, 'town.train.conll': 'unused', 'town.dev.conll': 'unused' });
    const left = [];
    for (const id of ids) left.push(await client.request('removeFile', { id }));
    expect(rolesOf(left.at(-1)!)).toEqual({ 'town.train.conll': 'train', 'town.dev.conll': 'dev' });
  });

  test('is restored without roles while they are taken, and can be assigned them', async () => {
    const { client } = connect();
    await client.request('addFiles', { files: [trainFile()] });
    const workspace = await client.request('addFiles', { files: sample(), sample: true });
    expect(rolesOf(workspace)).toEqual({
      ...SAMPLE_ROLES,
      'town.train.conll': 'train',
      'sample.train': 'unused',
    });
    const { id } = workspace.files.find(({ name }) => name === 'sample.train')!;
    const changed = await client.request('updateFile', { id, role: 'train' });
    expect(rolesOf(changed)).toEqual({ ...SAMPLE_ROLES, 'town.train.conll': 'unused' });
  });
});
