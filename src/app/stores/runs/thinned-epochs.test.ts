import { expect, test } from 'vitest';
import { bioesTags, epochReport, illegalOf } from '../../../../test/app/samples.ts';
import { overTimeCleared, sentenceFollowed, useOverTimeStore } from './over-time.ts';
import { RunSeries } from './series.ts';
import { MOST_RECORDED } from './thinned-epochs.ts';

const TAGS = bioesTags();
const EPOCHS = 1000;
const BEST = 413;

const report = (epoch: number) => ({ ...epochReport(epoch, EPOCHS), bestEpoch: Math.min(epoch, BEST) });

function followed(epoch: number) {
  const K = TAGS.length;
  const zero = { transitions: new Float32Array(K * K), start: new Float32Array(K), end: new Float32Array(K) };
  const illegal = illegalOf(TAGS);
  const emissions = new Float32Array(K);
  return { epoch, tokens: ['Vale'], tags: [...TAGS], emissions, scores: zero, illegal, isConstrained: true };
}

test('a long run keeps all scores, and the matrices of few epochs', () => {
  const series = new RunSeries();
  const sizes: number[] = [];
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    series.addEpoch(report(epoch));
    sizes.push(series.matrices.length);
  }
  expect(series.epochs).toHaveLength(EPOCHS);
  expect(series.epochs.some((epoch) => 'transitions' in epoch)).toBe(false);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_RECORDED + 2);
  const kept = series.matrices.map(({ epoch }) => epoch);
  expect(kept).toContain(BEST);
  expect(kept.slice(0, 3)).toEqual([16, 32, 48]);
  expect(kept.at(-1)).toBe(EPOCHS);
});

test('the scale of the matrices does not shrink when the largest weight is thinned out', () => {
  const series = new RunSeries();
  for (let epoch = 1; epoch <= 200; epoch++) {
    const { transitions, ...scores } = report(epoch);
    if (epoch === 67) transitions.start.set([-9]);
    series.addEpoch({ ...scores, transitions });
  }
  expect(series.matrices.map(({ epoch }) => epoch)).not.toContain(67);
  expect(series.largestWeight).toBe(9);
});

test('the followed sentence is kept for equally few epochs, even if scores arrive late', () => {
  const series = new RunSeries();
  overTimeCleared();
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    sentenceFollowed(followed(epoch), series.scored);
    if (epoch % 5 === 0) for (let late = epoch - 4; late <= epoch; late++) series.addEpoch(report(late));
  }
  const { sentences } = useOverTimeStore.getState();
  expect(sentences.length).toBeLessThanOrEqual(MOST_RECORDED + 6);
  expect(sentences.map(({ epoch }) => epoch)).toContain(BEST);
  const [first] = sentences;
  expect(sentences.every(({ tags, illegal }) => tags === first!.tags && illegal === first!.illegal)).toBe(true);
});

test('a sentence of another model has its own tags', () => {
  overTimeCleared();
  sentenceFollowed(followed(1), { reported: 0, best: 0 });
  sentenceFollowed({ ...followed(2), tags: TAGS.slice(0, 5) }, { reported: 1, best: 1 });
  expect(useOverTimeStore.getState().sentences.map(({ tags }) => tags.length)).toEqual([TAGS.length, 5]);
});
