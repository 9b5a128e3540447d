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

test('a record is read as it was stored, also with a loss that is not a number', () => {
  expect(readRecord(structuredClone(RECORD))).toEqual(RECORD);
  const [first, ...others] = RECORD.epochs;
  const burst = { ...RECORD, epochs: [{ ...first!, devLoss: NaN }, ...others] };
  expect(readRecord(structuredClone(burst))).toEqual(burst);
});

test('whatever its entity types are called', () => {
  const { overall, ...scores } = scoresAt(1);
  const dev = { ...scores, overall, byType: { constructor: overall, PER: overall } };
  const epochs = runRecord('a', 1).epochs.map((epoch) => ({ ...epoch, dev }));
  expect(readRecord({ ...RECORD, epochs })?.epochs).toEqual(epochs);
});

describe('of an earlier version', () => {
  test('what came later is left empty', () => {
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

  test('settings that are gone, new or out of bounds have their defaults; a preset that is gone is the default', () => {
    const { momentum: _, ...known } = RECORD.recipe.config;
    const config = { ...known, hidden: 77, batchSize: 1e9, gone: true };
    const read = readRecord({ ...RECORD, recipe: { presetId: 'gone', config, seeds: 2 } });
    expect(read?.recipe).toEqual({
      presetId: DEFAULT_RECIPE.presetId,
      config: { ...RECORD.recipe.config, ...DEFAULT_CONFIG, ...known, hidden: 77, batchSize: DEFAULT_CONFIG.batchSize },
      seeds: 2,
    });
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
])('%j is none', (stored) => {
  expect(readRecord(stored)).toBeUndefined();
});
