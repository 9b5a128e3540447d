import { describe, expect, test } from 'vitest';
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

  test('stays when dev and test files are added, until one of them becomes the training file', async () => {
    const { client } = connect();
    await client.request('addFiles', { files: sample(), sample: true });
    const workspace = await client.request('addFiles', { files: [file('letters.test.conll', LINE), devFile()] });
    expect(rolesOf(workspace)).toEqual({
      ...SAMPLE_ROLES,
      'sample.dev': 'unused',
      'sample.test': 'unused',
      'letters.test.conll': 'test',
      'town.dev.conll': 'dev',
    });
    const { id } = workspace.files.find(({ name }) => name === 'letters.test.conll')!;
    const changed = await client.request('updateFile', { id, role: 'train' });
    expect(rolesOf(changed)).toEqual({ 'letters.test.conll': 'train', 'town.dev.conll': 'dev' });
  });

  test('is restored without its roles while they are taken, and can be given them', async () => {
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
