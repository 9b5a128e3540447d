import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '../../../../test/app/memory-storage.ts';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { runResult } from '../../../../test/app/samples.ts';
import { ABLATION } from '../../../config/ablation.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import { forgetResults, keepResult, readResult } from '../../keep/kept-results.ts';
import { useNoticeStore } from '../../stores/notices.ts';
import { keepingSwitched } from '../../stores/preferences.ts';
import { ablationPrepared, resultsOf, studyUpdated, useStudyStore } from '../../stores/runs/study.ts';
import { restoreAblation, watchAblation } from './kept.ts';

const [FIRST, SECOND] = ABLATION.map(({ label }) => label);

beforeEach(() => {
  stubLocalStorage();
  resetStores();
  keepingSwitched(true);
});

afterEach(() => vi.unstubAllGlobals());

test('the results of an ablation that was interrupted are there in the next session, as those of a stopped one', () => {
  const stop = watchAblation();
  ablationPrepared(DEFAULT_CONFIG, [FIRST!, SECOND!], 1);
  studyUpdated({ kind: 'begin', index: 0, label: FIRST!, seed: 1, epochs: 10 });
  expect(readResult('ablation')).toBeNull();
  studyUpdated({ kind: 'result', index: 0, result: runResult(FIRST!, 1, 3), problem: undefined });
  studyUpdated({ kind: 'begin', index: 1, label: SECOND!, seed: 1, epochs: 10 });
  const results = resultsOf(useStudyStore.getState().ablation!);
  stop();
  resetStores(); // as in the next session

  restoreAblation();
  const { ablation, active } = useStudyStore.getState();
  expect([ablation?.phase, active]).toEqual(['stopped', undefined]);
  expect(resultsOf(ablation!)).toEqual(results);
  forgetResults();
  expect(readResult('ablation')).toBeNull();
});

test('a damaged one is set aside and reported', () => {
  keepResult('ablation', '{"version":1,"checksum":0,"study":{}}');
  restoreAblation();
  expect(useStudyStore.getState().ablation).toBeUndefined();
  expect(JSON.stringify(useNoticeStore.getState())).toContain('restore the last ablation');
  expect(['tagsmith.ablation', 'tagsmith.ablation.damaged'].map((key) => localStorage.getItem(key) !== null)).toEqual([
    false,
    true,
  ]);
});
