import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSetAside } from '../../annotation/evaluation-set.ts';
import { startOf } from '../../annotation/history.ts';
import { sentence, setOf } from '../../annotation/testing.ts';
import { resetStores } from '../../../test/app/reset-stores.ts';
import type { Suggestion } from '../../workers/wire/annotation.ts';
import { selectSet, setOpened, useAnnotationStore } from '../stores/annotation.ts';
import { useAnnotationLearningStore } from '../stores/annotation-learning.ts';
import { decideCurrent, show } from './annotation.ts';
import { AnnotationLearner } from './annotation-learning.ts';

const asked: { request: string; params: unknown }[] = [];
/** By default those of a worker that checks labels or distills a model meanwhile. */
const answers = new Map<string, (params: never) => unknown>();
vi.mock('../bridge.ts', () => ({
  ask: (request: string, params: never) => {
    asked.push({ request, params });
    return Promise.resolve(answers.get(request)?.(params));
  },
}));

beforeEach(() => {
  resetStores();
  asked.length = 0;
  answers.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('while the worker does something else it is asked again every few seconds, until the tab is left', async () => {
  const annotated = Array.from({ length: 25 }, (_, i) => sentence(`Nora sails ${i}`, [], 'accepted'));
  setOpened('letters', startOf(setOf(annotated)));
  const stop = new AnnotationLearner().watch();
  const learnt = () => asked.filter(({ request }) => request === 'learn').length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(learnt()).toBe(1);
  await vi.advanceTimersByTimeAsync(6000);
  expect(learnt()).toBe(3);
  expect(useAnnotationLearningStore.getState()).toMatchObject({ learningFrom: undefined, problem: undefined });
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(learnt()).toBe(3);
});

test('the sentence on screen keeps its suggestions: Enter accepts none that arrived later, and the next one has them at once', async () => {
  const texts = Array.from({ length: 60 }, (_, i) => `Nora sails ${i}`).filter((text) => !isSetAside(text.split(' ')));
  const sentences = texts.slice(0, 40).map((text, i) => sentence(text, [], i < 25 ? 'accepted' : 'open'));
  const suggestionOf = (id: number): Suggestion => ({
    sentence: id,
    spans: [{ start: 0, end: 1, type: 'PER', probability: 0.9, alternatives: [] }],
    possible: [],
  });
  const learnt = { trainedOn: 25, from: 'scratch', isAnewWorth: false, forecast: { kind: 'unknown' }, seconds: 1 };
  answers.set('learn', () => ({
    ...learnt,
    queue: Int32Array.from({ length: 15 }, (_, i) => 25 + i),
    suggestions: [25, 26].map(suggestionOf),
  }));
  answers.set('suggest', (params: { sentences: number[] }) => params.sentences.map(suggestionOf));
  setOpened('letters', startOf(setOf(sentences)));
  show(25);
  const stop = new AnnotationLearner().watch();
  await vi.advanceTimersByTimeAsync(2000);
  expect(useAnnotationLearningStore.getState().learnt).toMatchObject({ trainedOn: 25 });
  expect(useAnnotationStore.getState()).toMatchObject({ current: 25, suggested: [] });
  // The twelve that come next, without those that the model has made suggestions for already.
  expect(asked.filter(({ request }) => request === 'suggest').map(({ params }) => params)).toEqual([
    { set: 'letters', sentences: [27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37] },
  ]);
  decideCurrent('accepted');
  expect(selectSet(useAnnotationStore.getState())?.sentences[25]).toMatchObject({ state: 'accepted', spans: [] });
  expect(useAnnotationStore.getState()).toMatchObject({ current: 26, suggested: [{ start: 0, end: 1, type: 'PER' }] });
  show(30);
  expect(useAnnotationStore.getState().suggested).toHaveLength(1);
  stop();
});
