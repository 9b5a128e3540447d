import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { damagesOf } from '../../../test/helpers/damage.ts';
import { runRecord, runResult, scoresAt } from '../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { readRecord } from './stored-record.ts';

const RECORD = runRecord('a', 3, {
  seeds: [runResult('seeds', 1, 2)],
  scored: [{ file: 'a.test', overall: scoresAt(2).overall }],
  model: { name: 'city-model', epoch: 2, f1: 0.9, bytes: 12 },
  checkpoint: { epoch: 3, bytes: 34 },
  drawn: {
    facts: {
      predicts: 'entities' as const,
      tags: ['O', 'PER'],
      illegal: { transitions: new Uint8Array(4), start: new Uint8Array(2), end: new Uint8Array(2) },
      parameters: 100,
      stepsPerEpoch: 2,
      tokensPerEpoch: 20,
    },
    losses: Float32Array.of(3, 2, 1, NaN),
    signals: [
      {
        step: 1,
        gradientNorm: 2,
        learningRate: 0.1,
        wordLearningRate: undefined,
        filters: { active: 1, count: 2 },
        parts: [{ part: 'output', gradient: 2, weights: 1, update: 0.1 }],
      },
    ],
  },
});

test('a record is read unchanged, including a loss of NaN', () => {
  expect(readRecord('a', structuredClone(RECORD))).toEqual(RECORD);
  const [first, ...others] = RECORD.epochs;
  const burst = { ...RECORD, epochs: [{ ...first!, devLoss: NaN }, ...others] };
  expect(readRecord('a', structuredClone(burst))).toEqual(burst);
});

test('entity types may have names of object properties', () => {
  const { overall, ...scores } = scoresAt(1);
  const dev = { ...scores, overall, byType: { constructor: overall, PER: overall } };
  const epochs = runRecord('a', 1).epochs.map((epoch) => ({ ...epoch, dev }));
  expect(readRecord('a', { ...RECORD, epochs }).epochs).toEqual(epochs);
});

test('a setting that was added since gets its default; an invalid one is damage', () => {
  const { momentum: _, ...config } = RECORD.recipe.config;
  const recipe = { ...RECORD.recipe, config };
  expect(readRecord('a', { ...RECORD, recipe }).recipe.config).toEqual({
    ...config,
    momentum: DEFAULT_CONFIG.momentum,
  });
  const invalid = { ...RECORD.recipe, config: { ...RECORD.recipe.config, batchSize: 1e9 } };
  expect(readRecord('a', { ...RECORD, recipe: invalid }).damaged).toEqual(['recipe']);
});

test('a record that is damaged in any one place is read, with the other parts as they were', () => {
  const record = { ...RECORD, epochs: RECORD.epochs.slice(0, 1), seeds: [] };
  const wrong = [...damagesOf(record)].filter(({ what, value }) => {
    const { damaged = [], ...read } = readRecord('a', value);
    const field = what.split(/[. ]/)[1] ?? '';
    const others = Object.entries(record).filter(([name]) => name !== field);
    const areKept = what.startsWith(' ') || others.every(([name, part]) => isDeepStrictEqual(part, read[name as keyof typeof read])); // prettier-ignore
    const isNamed = what.startsWith(' ') ? damaged.length > 10 : damaged.every((name) => name === field);
    return !areKept || !isNamed || !isDeepStrictEqual(readRecord('a', structuredClone({ ...read, damaged })), { ...read, ...(damaged.length > 0 && { damaged }) }); // prettier-ignore
  });
  expect(wrong.map(({ what }) => what)).toEqual([]);
});

test('of damaged epochs, those before the damage are kept', () => {
  const epochs = [...RECORD.epochs.slice(0, 2), { epoch: 3 }];
  expect(readRecord('a', { ...RECORD, epochs })).toEqual({
    ...RECORD,
    epochs: RECORD.epochs.slice(0, 2),
    damaged: ['epochs'],
  });
});
