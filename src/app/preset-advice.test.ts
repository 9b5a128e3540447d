import { expect, test } from 'vitest';
import { corpusFile, workspaceOf } from '../../test/app/samples.ts';
import { presetFor, presetReason } from './preset-advice.ts';

const own = corpusFile(1, 'a.train', 'train', 100, 19_000, 1);
const [sample, corpus] = [{ ...own, isSample: true }, own].map((file) => workspaceOf({ files: [file] }));

test('the default preset is advised, and the quick one for the sample', () => {
  expect([sample!, corpus!, workspaceOf({})].map(presetFor)).toEqual(['tagsmith-quick', 'tagsmith', 'tagsmith']);
  expect(presetReason(sample!)).toContain('Chosen for the sample');
  expect(presetReason(corpus!)).toBeUndefined();
});
