import { expect, test } from 'vitest';
import { nextTrial } from './plan.ts';
import { candidateRows, bestRecipe } from './report.ts';
import { readSearchFile, writeSearchFile } from './state-file.ts';
import { quality, searchIn, specOf, START } from './testing.ts';

const spec = specOf(10);
const trials = searchIn({ quality, noise: 0.002, seconds: 30 }, spec);
const text = writeSearchFile({ spec, trials });
const read = (changed: string) => () => readSearchFile('search.json', changed);

test('a search that is read from a file continues like the original', () => {
  const half = trials.slice(0, 7);
  const state = readSearchFile('search.json', writeSearchFile({ spec, trials: half }));
  expect(nextTrial(state.spec, state.trials)).toEqual(trials[7]!.plan);
  expect(read(text)().trials).toHaveLength(trials.length);
});

test('a damaged file is rejected', () => {
  expect(read(text.replace(/"f1": 0\.8/, '"f1": 0.9'))).toThrow(
    'search.json cannot be resumed: it is damaged: its checksum does not match. Start a new search.',
  );
  expect(read(text.slice(0, -20))).toThrow(/it is not JSON/);
  expect(read('{}')).toThrow('it is not the state of a search.');
  expect(read(text.replace('"version": 1', '"version": 7'))).toThrow('its version is 7, expected 1.');
});

test('trials of another plan, and unknown settings, are rejected', () => {
  expect(read(writeSearchFile({ spec, trials: trials.slice(1) }))).toThrow(
    'it was written by a version that plans searches differently.',
  );
  const start: Record<string, unknown> = { ...START };
  delete start['hidden'];
  expect(read(writeSearchFile({ spec: { ...spec, start: start as typeof START }, trials: [] }))).toThrow(
    'it was written by a version with other settings.',
  );
});

test('a row per recipe, and the best one with the epochs of a full training', () => {
  const rows = candidateRows({ spec, trials });
  expect(rows[0]).toMatchObject({ candidate: 0, changes: '' });
  expect(rows[1]!.changes).toMatch(/^[a-zA-Z]+ \S+, /);
  expect(bestRecipe({ spec, trials })).toMatchObject({ epochs: START.epochs, seed: START.seed, patience: 0 });
});
