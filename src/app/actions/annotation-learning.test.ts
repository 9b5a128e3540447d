import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOf } from '../../annotation/history.ts';
import { sentence, setOf } from '../../annotation/testing.ts';
import { resetStores } from '../../../test/app/reset-stores.ts';
import { setOpened } from '../stores/annotation.ts';
import { useAnnotationLearningStore } from '../stores/annotation-learning.ts';
import { AnnotationLearner } from './annotation-learning.ts';

const asked: string[] = [];
/** As a worker that checks labels or distills a model meanwhile. */
vi.mock('../bridge.ts', () => ({
  ask: (request: string) => {
    asked.push(request);
    return Promise.resolve(undefined);
  },
}));

beforeEach(() => {
  resetStores();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('while the worker does something else it is asked again every few seconds, until the tab is left', async () => {
  const annotated = Array.from({ length: 25 }, (_, i) => sentence(`Nora sails ${i}`, [], 'accepted'));
  setOpened('letters', startOf(setOf(annotated)));
  const stop = new AnnotationLearner().watch();
  const learnt = () => asked.filter((request) => request === 'learn').length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(learnt()).toBe(1);
  await vi.advanceTimersByTimeAsync(6000);
  expect(learnt()).toBe(3);
  expect(useAnnotationLearningStore.getState()).toMatchObject({ learningFrom: undefined, problem: undefined });
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(learnt()).toBe(3);
});
