import { expect, test } from 'vitest';
import { runRecord, runResult, scoresAt } from '../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { readRecord } from './stored-record.ts';

const RECORD = runRecord('a', 3, {
  seeds: [runResult('seeds', 1, 2)],
  scored: [{ file: 'a.test', overall: scoresAt(2).overall }],
  model: { epoch: 2, f1: 0.9, bytes: 12 },
  checkpoint: { epoch: 3, bytes: 34 },
});

test('a record is read unchanged, including a loss of NaN', () => {
  expect(readRecord(structuredClone(RECORD))).toEqual(RECORD);
  const [first, ...others] = RECORD.epochs;
  const burst = { ...RECORD, epochs: [{ ...first!, devLoss: NaN }, ...others] };
  expect(readRecord(structuredClone(burst))).toEqual(burst);
});

test('entity types may have names of object properties', () => {
  const { overall, ...scores } = scoresAt(1);
  const dev = { ...scores, overall, byType: { constructor: overall, PER: overall } };
  const epochs = runRecord('a', 1).epochs.map((epoch) => ({ ...epoch, dev }));
  expect(readRecord({ ...RECORD, epochs })?.epochs).toEqual(epochs);
});

test('a setting that was added since gets its default; a record with an invalid one is rejected', () => {
  const { momentum: _, ...config } = RECORD.recipe.config;
  const recipe = { ...RECORD.recipe, config };
  expect(readRecord({ ...RECORD, recipe })?.recipe.config).toEqual({ ...config, momentum: DEFAULT_CONFIG.momentum });
  const invalid = { ...RECORD.recipe, config: { ...RECORD.recipe.config, batchSize: 1e9 } };
  expect(readRecord({ ...RECORD, recipe: invalid })).toBeUndefined();
});

test.each([
  [undefined],
  [null],
  ['a record'],
  [[]],
  [{}],
  [{ ...RECORD, id: 7 }],
  [{ ...RECORD, epochs: [{ epoch: 1 }] }],
  [{ ...RECORD, reason: 'tired' }],
  [{ ...RECORD, recipe: undefined }],
])('%j is rejected', (stored) => {
  expect(readRecord(stored)).toBeUndefined();
});
