import { expect, test } from 'vitest';
import { corpusFile } from '../../../test/app/samples.ts';
import { readinessOf } from './readiness.ts';

const workspace = { blockers: [], files: [corpusFile(1, 'a.train', 'train', 8, 65, 1)], unlabelled: [] };
const parts = { workspace, recipe: {}, configProblem: undefined, isReading: false, isBusy: false };

test('Train needs files, a valid recipe, and a trainer that is not busy', () => {
  expect(readinessOf(parts)).toEqual({ canTrain: true, reasons: [] });
  expect(readinessOf({ ...parts, isBusy: true })).toEqual({ canTrain: false, reasons: [] });
  expect(readinessOf({ ...parts, workspace: { ...workspace, files: [] } }).reasons).toEqual([
    'There is no training file yet.',
  ]);
  const opening = { ...parts, workspace: { ...workspace, files: [] }, isReading: true };
  expect(readinessOf(opening)).toEqual({ canTrain: false, reasons: [] });
  expect(
    readinessOf({ ...parts, workspace: { ...workspace, files: [], blockers: ['No training file.'] } }).reasons,
  ).toEqual(['No training file.']);
  expect(readinessOf({ ...parts, configProblem: 'hidden is 0.' })).toEqual({
    canTrain: false,
    reasons: ['hidden is 0.'],
  });
});

test('a run that learns from text without labels needs some', () => {
  const recipe = { unlabelled: true } as const;
  expect(readinessOf({ ...parts, recipe }).reasons).toEqual([
    'There is no text without labels: add some, or do not learn from it.',
  ]);
  const loaded = { ...workspace, unlabelled: ['notes.txt'] };
  expect(readinessOf({ ...parts, recipe, workspace: loaded })).toEqual({ canTrain: true, reasons: [] });
});
