import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isSetAside } from '../../../../annotation/queue/evaluation-set.ts';
import { startOf } from '../../../../annotation/sets/history.ts';
import { sentence, setOf } from '../../../../annotation/testing.ts';
import { corpusFile, workspaceOf } from '../../../../../test/app/samples.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import type { KeptLearner } from '../storage/stored-set.ts';
import type * as Bridge from '../../../trainer/bridge.ts';
import type { LearnRequest, Suggestion } from '../../../../workers/wire/annotation.ts';
import { workspaceChanged } from '../../../stores/workspace.ts';
import { selectSet, setOpened, useAnnotationStore } from '../store.ts';
import type { Rule } from '../../../../annotation/rules/rule.ts';
import { listedPieces, openPieces } from '../pieces/actions.ts';
import { usePiecesStore } from '../pieces/store.ts';
import { addRule, removeRule } from '../rules/actions.ts';
import { filesIncluded, learningFinished, rulesIncluded, useAnnotationLearningStore } from './store.ts';
import { decideCurrent, show } from '../desk/actions.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { closeSet, createSetOf, openSet } from '../sets/actions.ts';
import { AnnotationLearner, annotationLearner } from './actions.ts';

const asked: { request: string; params: unknown }[] = [];
/** Answers of the fake worker. Default: those of a worker that is busy with checking labels or distilling. */
const answers = new Map<string, (params: never) => unknown>();
vi.mock('../../../trainer/bridge.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Bridge>()),
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

test('while the worker is busy, the request is repeated every few seconds until the tab is closed', async () => {
  const annotated = Array.from({ length: 25 }, (_, i) => sentence(`Nora sails ${i}`, [], 'accepted'));
  setOpened('letters', startOf(setOf(annotated)));
  const stop = new AnnotationLearner().watch();
  const requests = () => asked.filter(({ request }) => request === 'learn').length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(requests()).toBe(1);
  await vi.advanceTimersByTimeAsync(6000);
  expect(requests()).toBe(3);
  expect(useAnnotationLearningStore.getState()).toMatchObject({ learningFrom: undefined, problem: undefined });
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests()).toBe(3);
});

test('the sentence on screen keeps its suggestions, so Enter accepts none that arrived later; the next one has them immediately', async () => {
  const texts = Array.from({ length: 60 }, (_, i) => `Nora sails ${i}`).filter((text) => !isSetAside(text.split(' ')));
  const sentences = texts.slice(0, 40).map((text, i) => sentence(text, [], i < 25 ? 'accepted' : 'open'));
  const suggestionOf = (id: number): Suggestion => ({
    sentence: id,
    spans: [{ start: 0, end: 1, type: 'PER', probability: 0.9, alternatives: [] }],
    possible: [],
  });
  const result = {
    trainedOn: 25,
    from: 'scratch',
    shouldTrainFromScratch: false,
    forecast: { kind: 'unknown' },
    seconds: 1,
  };
  answers.set('learn', () => ({
    ...result,
    queue: Int32Array.from({ length: 15 }, (_, i) => 25 + i),
    suggestions: [25, 26].map(suggestionOf),
  }));
  answers.set('suggest', (params: { sentences: number[] }) => params.sentences.map(suggestionOf));
  setOpened('letters', startOf(setOf(sentences)));
  show(25);
  const stop = new AnnotationLearner().watch();
  await vi.advanceTimersByTimeAsync(2000);
  expect(useAnnotationLearningStore.getState().result).toMatchObject({ trainedOn: 25 });
  expect(useAnnotationStore.getState()).toMatchObject({ current: 25, suggested: [] });
  // The next twelve sentences, except those that already have suggestions.
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

describe('while the worker learns', () => {
  const annotated = Array.from({ length: 25 }, (_, i) => sentence(`Nora sails ${i}`, [], 'accepted'));
  const result = { trainedOn: 25, from: 'scratch', shouldTrainFromScratch: false, forecast: { kind: 'unknown' }, seconds: 1, queue: [], suggestions: [] }; // prettier-ignore
  const answerAfterASecond = () => {
    answers.set('learn', async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1000);
      });
      return result;
    });
  };
  const learning = () => asked.flatMap(({ request, params }) => (request === 'learn' ? [params as LearnRequest] : []));

  test('another set that is opened is trained on afterwards', async () => {
    answerAfterASecond();
    setOpened('letters', startOf(setOf(annotated)));
    const stop = new AnnotationLearner().watch();
    await vi.advanceTimersByTimeAsync(500);
    setOpened('ships', startOf(setOf(annotated)));
    await vi.advanceTimersByTimeAsync(3000);
    expect(learning().map(({ set }) => set)).toEqual(['letters', 'ships']);
    expect(useAnnotationLearningStore.getState().result).toMatchObject({ trainedOn: 25 });
    stop();
  });

  test('files that are included are trained on afterwards', async () => {
    answerAfterASecond();
    setOpened('letters', startOf(setOf(annotated)));
    const stop = new AnnotationLearner().watch();
    await vi.advanceTimersByTimeAsync(500);
    filesIncluded(true); // there are none yet
    await vi.advanceTimersByTimeAsync(5000);
    const train = corpusFile(1, 'a.train', 'train', 100, 2000, 0.01);
    workspaceChanged(workspaceOf({ files: [train] }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(learning().map(({ withFiles }) => withFiles)).toEqual([false, true]);
    stop();
  });

  test('files that are included are trained on without annotated sentences', async () => {
    answers.set('learn', () => result);
    workspaceChanged(workspaceOf({ files: [corpusFile(1, 'a.train', 'train', 100, 2000, 0.01)] }));
    setOpened('letters', startOf(setOf([sentence('Nora sails')])));
    const stop = new AnnotationLearner().watch();
    await vi.advanceTimersByTimeAsync(5000);
    expect(learning()).toHaveLength(0);
    filesIncluded(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(learning()).toMatchObject([{ withFiles: true, annotated: [] }]);
    stop();
  });

  test('rules that are included are trained on afterwards, and forgotten with the last of them', async () => {
    const rule: Rule = { kind: 'names', type: 'PER', value: 'Nora', before: '', after: '' };
    answerAfterASecond();
    answers.set('applyRules', () => ({ reports: [], sentences: [], unknown: 0 }));
    const [created] = await Promise.all([createSetOf('Letters', [], annotated), vi.runAllTimersAsync()]);
    expect(created).toBeUndefined();
    addRule(rule);
    const stop = new AnnotationLearner().watch();
    await vi.advanceTimersByTimeAsync(500);
    rulesIncluded(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(learning().map(({ rules }) => rules.length)).toEqual([0, 1]);
    removeRule(selectSet(useAnnotationStore.getState())!.rules[0]!);
    await vi.advanceTimersByTimeAsync(5000);
    expect(learning().map(({ rules }) => rules.length)).toEqual([0, 1, 0]);
    stop();
  });

  test('a review of suggestions that is open ends with those of the new model, and not in another set', async () => {
    const open = Array.from({ length: 30 }, (_, i) => sentence(`Ivo stays ${i}`)).filter(
      ({ tokens }) => !isSetAside(tokens),
    );
    const suggestionOf = (id: number): Suggestion => ({
      sentence: id,
      spans: [{ start: 0, end: 1, type: 'PER', probability: 0.9, alternatives: [] }],
      possible: [],
    });
    let answer: () => void = () => undefined;
    answers.set('learn', () => result);
    answers.set('suggest', (params: { sentences: number[] }) => params.sentences.map(suggestionOf));
    setOpened('letters', startOf(setOf([...annotated, ...open])));
    const stop = annotationLearner.watch();
    await vi.advanceTimersByTimeAsync(2000);
    answers.set('suggest', async (params: { sentences: number[] }) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return params.sentences.map(suggestionOf);
    });
    const opening = openPieces();
    await vi.advanceTimersByTimeAsync(10);
    learningFinished({ ...result, suggestions: [], queue: new Int32Array() } as never);
    answer();
    await vi.advanceTimersByTimeAsync(10);
    expect(usePiecesStore.getState().isLoading).toBe(true); // the new model is asked
    answer();
    await vi.advanceTimersByTimeAsync(10);
    await opening;
    expect(usePiecesStore.getState()).toMatchObject({ isLoading: false });
    expect(listedPieces()).toHaveLength(open.length);

    learningFinished({ ...result, suggestions: [], queue: new Int32Array() } as never);
    const late = openPieces();
    await vi.advanceTimersByTimeAsync(10);
    closeSet();
    answers.delete('suggest');
    setOpened('ships', startOf(setOf(annotated.slice(0, 3))));
    await vi.advanceTimersByTimeAsync(10);
    answer();
    await late;
    expect(useAnnotationLearningStore.getState().suggestions.size).toBe(0);
    stop();
  });
});

describe('a set that is opened again', () => {
  const texts = ['Nora sails 0', 'Ivo stays 1', 'Nora sails 2'].filter((text) => !isSetAside(text.split(' ')));
  const kept = (queue: number[]): KeptLearner => ({
    version: 1,
    saved: new Blob(),
    learnt: { trainedOn: 25, from: 'scratch', quality: undefined, forecast: { kind: 'unknown', reason: 'few-points' }, seconds: 1 }, // prettier-ignore
    curve: [],
    queue: Int32Array.from(queue),
    sentences: texts.length,
    annotated: 0,
  });
  const suggestionOf = (id: number): Suggestion => ({
    sentence: id,
    spans: [{ start: 0, end: 1, type: 'PER', probability: 0.9, alternatives: [] }],
    possible: [],
  });
  /** @returns the id of a closed set, which is still watched */
  async function closedSet(): Promise<string> {
    await Promise.all([
      createSetOf(
        'Letters',
        [],
        texts.map((text) => sentence(text)),
      ),
      vi.runAllTimersAsync(),
    ]);
    const { id } = useAnnotationStore.getState();
    closeSet();
    return id!;
  }

  test('shows its first sentence with the suggestions of the stored model', async () => {
    answers.set('restoreLearner', () => true);
    answers.set('suggest', (params: { sentences: number[] }) => params.sentences.map(suggestionOf));
    const id = await closedSet();
    await annotationLog.keepLearner(id, kept([1, 0]));
    const stop = new AnnotationLearner().watch();
    await Promise.all([openSet(id), vi.advanceTimersByTimeAsync(1000)]);
    expect(useAnnotationStore.getState()).toMatchObject({ current: 1, suggested: [{ start: 0, end: 1, type: 'PER' }] });
    stop();
  });

  test('shows it without suggestions if there is no model, or the trainer takes too long', async () => {
    const id = await closedSet();
    const stop = new AnnotationLearner().watch();
    await Promise.all([openSet(id), vi.advanceTimersByTimeAsync(100)]);
    expect(useAnnotationStore.getState()).toMatchObject({ current: 0, suggested: [] });
    closeSet();
    await annotationLog.keepLearner(id, kept([1, 0]));
    answers.set('annotationTexts', () => new Promise(() => undefined));
    stop();
    const stopAgain = new AnnotationLearner().watch();
    const opening = openSet(id);
    await vi.advanceTimersByTimeAsync(1000);
    expect(useAnnotationStore.getState().current).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10_000);
    await opening;
    expect(useAnnotationStore.getState()).toMatchObject({ current: 0, suggested: [] });
    stopAgain();
  });
});
