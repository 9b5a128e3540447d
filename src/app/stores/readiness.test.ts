import { expect, test } from 'vitest';
import { readinessOf } from './readiness.ts';

const parts = { blockers: [], hasFiles: true, configProblem: undefined, isBusy: false };

test('Train needs files, a valid recipe, and a trainer that is not busy', () => {
  expect(readinessOf(parts)).toEqual({ canTrain: true, reasons: [] });
  expect(readinessOf({ ...parts, isBusy: true })).toEqual({ canTrain: false, reasons: [] });
  expect(readinessOf({ ...parts, hasFiles: false }).reasons).toEqual(['There is no training file yet.']);
  expect(readinessOf({ ...parts, hasFiles: false, blockers: ['No training file.'] }).reasons).toEqual([
    'No training file.',
  ]);
  expect(readinessOf({ ...parts, configProblem: 'hidden is 0.' })).toEqual({
    canTrain: false,
    reasons: ['hidden is 0.'],
  });
});
