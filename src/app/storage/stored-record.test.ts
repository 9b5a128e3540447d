import { describe, expect, test } from 'vitest';
import { runRecord, runResult, scoresAt } from '../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { DEFAULT_RECIPE } from '../address.ts';
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

describe('a record of an earlier version', () => {
  test('has empty values for later fields', () => {
    const { parent: _, scored: _scored, checkpoint: _checkpoint, ...earlier } = RECORD;
    const seeds = RECORD.seeds.map(({ curve: _curve, ...seed }) => seed);
    expect(readRecord({ ...earlier, seeds })).toEqual({
      ...RECORD,
      parent: undefined,
      scored: [],
      checkpoint: undefined,
      seeds: RECORD.seeds.map((seed) => ({ ...seed, curve: [] })),
    });
  });

  test('gets defaults for removed, new and invalid settings, and for a removed preset', () => {
    const { momentum: _, ...known } = RECORD.recipe.config;
    const config = { ...known, hidden: 77, batchSize: 1e9, gone: true };
    const read = readRecord({ ...RECORD, recipe: { presetId: 'gone', config, seeds: 2 } });
    expect(read?.recipe).toEqual({
      presetId: DEFAULT_RECIPE.presetId,
      config: { ...RECORD.recipe.config, ...DEFAULT_CONFIG, ...known, hidden: 77, batchSize: DEFAULT_CONFIG.batchSize },
      seeds: 2,
    });
  });

  test('has no slower rate for word vectors, as it was trained without one', () => {
    const { wordRateSteps: _, ...config } = RECORD.recipe.config;
    expect(readRecord({ ...RECORD, recipe: { ...RECORD.recipe, config } })?.recipe.config.wordRateSteps).toBe(0);
  });
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
