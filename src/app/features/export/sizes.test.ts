import { expect, test } from 'vitest';
import {
  describeSize as describeSizeAsShown,
  distillationInWords,
  distilledPercent,
  hasStudent,
  lossElsewhereInWords,
  measuredOn,
} from './sizes.ts';

/** Replaces non-breaking spaces, for comparison. */
const describeSize = (...args: Parameters<typeof describeSizeAsShown>) =>
  describeSizeAsShown(...args).replaceAll('\u00a0', ' ');

const FOUND = {
  sizes: [
    { size: 'exact' as const, zip: 12_700_000, measured: { f1: 0.9471, changedTags: 0 } },
    { size: 'half' as const, zip: 5_200_000, measured: { f1: 0.9471, changedTags: 0 } },
    { size: 'small' as const, zip: 2_500_000, measured: { f1: 0.9469, changedTags: 8 } },
  ],
  devTokens: 51_362,
  distillation: { teachers: 1, texts: 0, seconds: 150 },
};

test('a size has its bytes, its F1 and the number of changed tags', () => {
  expect(describeSize(undefined, 'half', 'F1')).toBe('measuring…');
  expect(describeSize(FOUND, 'exact', 'F1')).toBe('13 MB · dev F1 94.71');
  expect(describeSize(FOUND, 'half', 'F1')).toBe('5.2 MB · dev F1 94.71 · same tags');
  expect(describeSize(FOUND, 'small', 'F1')).toBe('2.5 MB · dev F1 94.69 · 8 tags differ');
  const one = { ...FOUND, sizes: [{ ...FOUND.sizes[2]!, measured: { f1: 0.9469, changedTags: 1 } }] };
  expect(describeSize(one, 'small', 'F1')).toBe('2.5 MB · dev F1 94.69 · 1 tag differs');
});

test('without dev data there are bytes only', () => {
  const sizes = FOUND.sizes.map((size) => ({ ...size, measured: undefined }));
  const none = { sizes, devTokens: undefined, distillation: undefined };
  expect(describeSize(none, 'small', 'F1')).toBe('2.5 MB');
  expect(measuredOn(none)).toContain('Load dev data');
  expect(measuredOn(FOUND)).toContain('51,362 dev tokens');
  expect(measuredOn(FOUND, true)).not.toContain('page');
  expect(measuredOn(undefined)).toContain('Measuring');
});

test('Tiny is a student that has to be trained', () => {
  expect(describeSize(FOUND, 'tiny', 'F1')).toBe('not trained yet');
  expect(hasStudent(FOUND)).toBe(false);
  expect(distillationInWords(FOUND)).toMatch(/imitate this one on the training data. This takes about 3\s?min/);
  const seeds = { ...FOUND, distillation: { teachers: 3, texts: 2, seconds: 90 } };
  expect(distillationInWords(seeds)).toContain('imitate this one and 2 other seeds on the training data and 2 loaded');
  expect(lossElsewhereInWords(FOUND)).toContain('Add text without labels');
  expect(lossElsewhereInWords(seeds)).toContain('like the files without labels it loses less');
  expect(lossElsewhereInWords({ ...FOUND, distillation: undefined })).toBeUndefined();
  expect(distillationInWords({ ...FOUND, distillation: undefined })).toContain('Add its training file');
  const tiny = { size: 'tiny' as const, zip: 920_000, measured: { f1: 0.946, changedTags: 200 } };
  const trained = { ...FOUND, sizes: [...FOUND.sizes, tiny] };
  expect(hasStudent(trained)).toBe(true);
  expect(describeSize(trained, 'tiny', 'F1')).toBe('920 kB · dev F1 94.60 · 200 tags differ');
});

test('progress of training a student', () => {
  const progress = { name: 'a', done: 30.4, total: 100, unit: 'steps' } as const;
  expect(distilledPercent({ ...progress, task: 'distilling' })).toBe(30);
  expect(distilledPercent({ ...progress, task: 'scoring' })).toBe(0);
  expect(distilledPercent(undefined)).toBe(0);
});
