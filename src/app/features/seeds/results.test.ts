import { beforeEach, expect, test } from 'vitest';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { runResult } from '../../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import {
  poolPrepared,
  seedsPrepared,
  studyEnded,
  studyUpdated,
  useStudyStore,
  type Study,
} from '../../stores/runs/study.ts';
import { aboutRuns, poolNote, seedResults } from './results.ts';

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

test('teachers and a student, what they make of the text, and what it brought', () => {
  poolPrepared({ ...DEFAULT_CONFIG, epochs: 10, seed: 4 });
  expect(seedResults(seeds()).rows.map(({ name, seed }) => `${name} ${seed}`)).toEqual([
    'teacher 4',
    'teacher 5',
    'teacher 6',
    'student 7',
  ]);
  expect(aboutRuns(seeds())).toMatch(/^3 teachers label/);
  expect(poolNote(seeds(), 'F1')).toBeUndefined();
  studyUpdated({ kind: 'labelled', agreed: 3, of: 4 });
  expect(poolNote(seeds(), 'F1')).toBe('The teachers agree on 3 of 4 sentences (75.0%).');
  const compared = (student: number, teacher: number) => {
    const difference = student - teacher;
    const f1 = [student, teacher] as [number, number];
    const interval = [difference - 0.01, difference + 0.01] as [number, number];
    const rest = { p: 0.01, resamples: 1, units: 1, histogram: { from: 0, to: 0, counts: [] } };
    studyUpdated({ kind: 'compared', difference: { f1, difference, interval, ...rest } });
    return poolNote(seeds(), 'F1');
  };
  expect(compared(0.91, 0.88)).toMatch(
    /Dev F1: the student 91\.00, the best teacher 88\.00; \+3\.00, 95% interval \+2\.00 to \+4\.00\. The student is kept\.$/,
  );
  expect(compared(0.88, 0.88)).toMatch(/The student is kept\.$/);
  expect(compared(0.87, 0.88)).toMatch(/The teacher is kept\.$/);
});
