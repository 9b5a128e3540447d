import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { damagesOf } from '../../../test/helpers/damage.ts';
import { TAG_SCHEMES } from '../../data/reading-settings.ts';
import { DEFAULT_RECIPE } from '../stores/recipe-address.ts';
import { readWorkspace } from './stored-workspace.ts';
import type { KeptWorkspace } from './workspace/store.ts';

const KEPT: KeptWorkspace = {
  id: 'a',
  changedAt: 5,
  files: [
    { name: 'a.train', role: 'train', scheme: 'BIO', weights: [[1, 0.5]], settings: {} },
    { name: 'a.dev', role: 'dev' },
  ],
  sources: [
    { name: 'a.train', bytes: 10, kept: 'copy', crc: 7 },
    { name: 'a.dev', bytes: 20, kept: 'handle' },
  ],
  recipe: DEFAULT_RECIPE,
  text: 'Nora sails.',
  model: 'run',
  run: undefined,
};

test('a workspace that is damaged in any one place is read, with the other parts as they were', () => {
  expect(readWorkspace('a', structuredClone(KEPT))).toEqual(KEPT);
  const wrong = [...damagesOf(KEPT)].filter(({ what, value }) => {
    const { damaged = [], ...read } = readWorkspace('a', value);
    if (what.startsWith(' ')) return damaged.length < 4;
    const field = what.split(/[. ]/)[1]!;
    const others = Object.entries(KEPT).filter(([name]) => name !== field);
    const areKept = others.every(([name, part]) => isDeepStrictEqual(part, read[name as keyof typeof read]));
    return !areKept || damaged.some((name) => name !== field);
  });
  expect(wrong.map(({ what }) => what)).toEqual([]);
});

test.each([...TAG_SCHEMES, 'text' as const])('a file with the scheme %s is no damage', (scheme) => {
  const { files, damaged } = readWorkspace('a', { ...KEPT, files: [{ name: 'a.train', scheme }] });
  expect([files[0]?.scheme, damaged]).toEqual([scheme, undefined]);
});

test('of damaged files and sources, the others are kept', () => {
  const [train, dev] = KEPT.files;
  const read = readWorkspace('a', { ...KEPT, files: [train, { ...dev, role: 7 }], sources: [null, KEPT.sources[1]] });
  expect(read).toEqual({ ...KEPT, files: [train], sources: [KEPT.sources[1]], damaged: ['files', 'sources'] });
});
