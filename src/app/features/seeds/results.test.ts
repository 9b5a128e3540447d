import { beforeEach, expect, test } from 'vitest';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { runResult } from '../../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import { seedsPrepared, studyEnded, studyUpdated, useStudyStore, type Study } from '../../stores/runs/study.ts';
import { seedResults } from './results.ts';

const seeds = (): Study => useStudyStore.getState().seeds!;
const result = (index: number, seed: number, epoch: number) =>
  studyUpdated({ kind: 'result', index, result: runResult('seeds', seed, epoch), problem: undefined });

beforeEach(resetStores);

test('one row per seed, and a summary', () => {
  seedsPrepared({ ...DEFAULT_CONFIG, epochs: 10, seed: 1 }, 3);
  expect(seedResults(seeds())).toMatchObject({ hasWhole: false, summary: undefined });
  result(0, 1, 5);
  studyUpdated({ kind: 'begin', index: 1, label: '', seed: 2, epochs: 10 });
  const rows = () => seedResults(seeds()).rows.map(({ state, isBest }) => [state, isBest]);
  expect(rows()).toEqual([
    [undefined, true],
    ['training', false],
    ['waiting', false],
  ]);
  result(1, 2, 6);
  studyEnded('stopped');
  expect(rows()).toEqual([
    [undefined, false],
    [undefined, true],
    ['not trained', false],
  ]);
  expect(seedResults(seeds())).toMatchObject({ hasWhole: true, hasTest: false, summary: { dev: { runs: 2 } } });
  expect(seedResults(seeds())).toBe(seedResults(seeds()));
});
