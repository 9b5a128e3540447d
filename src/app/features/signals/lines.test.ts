import { expect, test } from 'vitest';
import type { TrainingSignals } from '../../../eval/signals.ts';
import { describeStep, partName, signalExtent, signalFigures, signalLabels, signalRows } from './lines.ts';

const signals = (step: number, gradientNorm: number, others: Partial<TrainingSignals> = {}): TrainingSignals => ({
  step,
  gradientNorm,
  learningRate: 0.002,
  wordLearningRate: 0.001,
  filters: { active: 3, count: 4 },
  parts: [
    { part: 'layer0', gradient: 3, weights: 2, update: 0.004 },
    { part: 'crf', gradient: 4, weights: 0, update: 0.1 },
  ],
  ...others,
});

test('each figure has its lines, their last values and the values of a step', () => {
  const rows = signalRows([signals(1, 10), signals(6, 2)], 4);
  const figures = signalFigures(rows, 5);
  expect(figures.map((figure) => signalLabels(figure, rows).map(({ x, text }) => `${x} ${text}`))).toEqual([
    ['1.5 gradient 2'],
    ['1.5 layer 1 0.002'], // the CRF has no weights yet: 0 is not on a logarithmic axis
    ['1.5 layer 1 3', '1.5 CRF 4'],
    ['1.5 other 0.002', '1.5 word vectors 0.001'],
    ['1.5 active 75.0%'],
  ]);
  expect(figures[0]!.limit).toEqual({ value: 5, label: 'clipping at 5: 1 of 2 steps' });
  expect(describeStep(figures[3]!, rows[0]!)).toBe('step 1: other 0.002, word vectors 0.001');
  expect(signalExtent(figures[1]!, rows)).toEqual([0.002, 0.002]); // a ratio of 0 has no place on a logarithmic axis
  expect(signalExtent(figures[0]!, rows)).toEqual([2, 10]);
});

test('what a run lacks is not shown', () => {
  const rows = signalRows([signals(1, 1, { wordLearningRate: undefined, filters: undefined })], 4);
  const figures = signalFigures(rows, 0);
  expect(figures.map(({ title }) => title)).not.toContain('Active filters');
  expect(figures.map(({ limit }) => limit)).toEqual([undefined, undefined, undefined, undefined]);
  expect(figures[3]!.lines.map(({ name }) => name)).toEqual(['all']);
  expect(signalExtent(signalFigures([], 5)[0]!, [])).toEqual([5, 5]);
  expect(signalExtent(signalFigures([], 0)[1]!, [])).toEqual([Infinity, 0]);
});

test('a long run is drawn with some of its steps, and the last one', () => {
  const rows = signalRows(
    Array.from({ length: 1001 }, (_, i) => signals(i + 1, 1)),
    10,
  );
  expect(rows.length).toBeLessThanOrEqual(401);
  expect(rows.at(-1)).toMatchObject({ step: 1001, epoch: 100.1 });
});

test('parts of the network have names', () => {
  expect(['words', 'layer1', 'mix', 'new'].map(partName)).toEqual(['word vectors', 'layer 2', 'encoder layers', 'new']);
});
