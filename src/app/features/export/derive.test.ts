import { expect, test } from 'vitest';
import { describeSize as describeSizeAsShown, measuredOn } from './derive.ts';

/** With plain spaces, for the test's sake. */
const describeSize = (...args: Parameters<typeof describeSizeAsShown>) =>
  describeSizeAsShown(...args).replaceAll('\u00a0', ' ');

const FOUND = {
  sizes: [
    { precision: 'exact' as const, zip: 12_700_000, measured: { f1: 0.9471, changedTags: 0 } },
    { precision: 'half' as const, zip: 5_200_000, measured: { f1: 0.9471, changedTags: 0 } },
    { precision: 'small' as const, zip: 2_500_000, measured: { f1: 0.9469, changedTags: 8 } },
  ],
  devTokens: 51_362,
};

test('a size has its bytes, its F1 and what it changes', () => {
  expect(describeSize(undefined, 'half', 'F1')).toBe('measuring…');
  expect(describeSize(FOUND, 'exact', 'F1')).toBe('13 MB · dev F1 94.71');
  expect(describeSize(FOUND, 'half', 'F1')).toBe('5.2 MB · dev F1 94.71 · same tags');
  expect(describeSize(FOUND, 'small', 'F1')).toBe('2.5 MB · dev F1 94.69 · 8 tags differ');
});

test('without dev data there are bytes only', () => {
  const sizes = FOUND.sizes.map((size) => ({ ...size, measured: undefined }));
  expect(describeSize({ sizes, devTokens: undefined }, 'small', 'F1')).toBe('2.5 MB');
  expect(measuredOn({ sizes, devTokens: undefined })).toContain('Load dev data');
  expect(measuredOn(FOUND)).toContain('51,362 dev tokens');
  expect(measuredOn(undefined)).toContain('Measuring');
});
