import { expect, test } from 'vitest';
import { DEFAULT_TYPES } from '../../../../annotation/sets/set.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { comparedInWords } from './summary.ts';
import { comparedOf } from './testing.ts';

test('sentences that two people have annotated are counted, also if there are none', () => {
  const nora = sentence('Nora sails');
  expect(comparedInWords(comparedOf([[nora], [nora]], DEFAULT_TYPES))).toMatch(/^1 sentence is compared\./);
  expect(comparedInWords(comparedOf([[nora], []], DEFAULT_TYPES))).toMatch(/nothing to compare\.$/);
});
