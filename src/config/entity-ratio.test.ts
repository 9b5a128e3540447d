import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from './schema.ts';
import { ENTITY_RATIO_SETTINGS, ratioWarning } from './entity-ratio.ts';

test.each([
  [
    { share: 0.975, whole: 0 },
    /^Nothing is known about 97% of the training words, and no sentence is known completely/,
  ],
  [{ share: 0.9, whole: 1 }, /only one sentence is known/],
  [{ share: 0.5, whole: 49 }, /only 49 sentences are known/],
])('training data that is hardly known needs an entity ratio: %j', (unknown, warning) => {
  expect(ratioWarning(DEFAULT_CONFIG, unknown)).toMatch(warning);
  expect(ratioWarning({ ...DEFAULT_CONFIG, ...ENTITY_RATIO_SETTINGS }, unknown)).toBeUndefined();
});

test.each([undefined, { share: 0.4, whole: 0 }, { share: 0.9, whole: 50 }])('%j needs none', (unknown) => {
  expect(ratioWarning(DEFAULT_CONFIG, unknown)).toBeUndefined();
});
