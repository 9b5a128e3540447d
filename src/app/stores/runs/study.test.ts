import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import { POOL_RUNS } from '../../../config/unlabelled.ts';
import type { F1Difference } from '../../../eval/f1-difference.ts';
import type { RunResult } from '../../../eval/runs.ts';
import { keptResult, poolPrepared, studyUpdated, useStudyStore } from './study.ts';

beforeEach(() => poolPrepared(DEFAULT_CONFIG));

const f1s = [0.8, 0.9, 0.85, 0.88];

/** The study after its runs have ended with `f1s`. */
function studyWith(difference: number, interval: [low: number, high: number]) {
  POOL_RUNS.forEach((label, index) => {
    if (index === POOL_RUNS.length - 1) {
      studyUpdated({ kind: 'labelled', agreed: 1, of: 2 });
      studyUpdated({ kind: 'compared', difference: { difference, interval } as F1Difference });
    }
    const result = { label, seed: index, dev: { overall: { f1: f1s[index] } } } as RunResult;
    studyUpdated({ kind: 'result', index, result, problem: undefined });
  });
  return useStudyStore.getState().seeds!;
}

test('the model that is kept: the student where dev cannot tell, else the better one', () => {
  expect(keptResult(studyWith(-0.02, [-0.06, 0.02]))).toMatchObject({ label: 'student' });
  expect(keptResult(studyWith(-0.02, [-0.03, -0.01]))).toMatchObject({ label: 'teacher', seed: 1 });
});
