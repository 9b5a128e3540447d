import { expect, test } from 'vitest';
import { modelInfo, runRecord } from '../../../../test/app/samples.ts';
import { modelsComparison } from '../../../../test/app/score-samples.ts';
import {
  candidates,
  differenceDrawing,
  entitiesTable,
  entityInContext,
  listedEntities,
  placeText,
  pointsText,
  verdictInWords,
} from './comparison.ts';

const comparison = modelsComparison();
const found = { names: ['Run 1', 'Run 2'] as [string, string], file: 'a.dev', comparison };
const withF1 = (difference: number, interval: [number, number], p: number) => ({
  ...found,
  comparison: { ...comparison, f1: { ...comparison.f1, difference, interval, p } },
});

test('the verdict states if the data cannot distinguish the models', () => {
  expect(verdictInWords(withF1(0.004, [-0.011, 0.02], 0.4321))).toBe(
    'Run 1 and Run 2 do not differ significantly on a.dev: +0.40 points of F1 (95% interval −1.10 to +2.00, p = 0.432).',
  );
  expect(verdictInWords(withF1(-0.03, [-0.05, -0.01], 0.0002))).toBe(
    'Run 2 is better than Run 1 on a.dev: +3.00 points of F1 (95% interval +1.00 to +5.00, p < 0.001).',
  );
  expect(verdictInWords(withF1(-0.004, [-0.02, 0.011], 0.4321)), 'with the sign that the table has').toContain(
    '−0.40 points of F1 (95% interval −2.00 to +1.10,',
  );
  expect(verdictInWords(withF1(0, [0, 0], 1))).toMatch(/^The two models score the same on a\.dev: F1 \d/);
});

test('differences in points', () => {
  expect([0.0124, -0.1, 0.00001].map(pointsText)).toEqual(['+1.24', '−10.00', '0.00']);
});

test('stored models and an imported one can be compared', () => {
  const kept = { epoch: 3, f1: 0.9, bytes: 1000 };
  const records = [
    runRecord('Run 1', 3, { model: kept }),
    runRecord('Run 2', 3),
    runRecord('Run 3', 3, { model: kept }),
  ];
  const model = modelInfo();
  const names = (makers: Record<number, string>, current?: string) =>
    candidates(records, makers, current, model).map(({ name }) => name);
  expect(names({})).toEqual(['city.train (in use)', 'Run 1', 'Run 3']);
  expect(names({ [model.id]: 'Run 1' })).toEqual(['Run 1', 'Run 3']);
  expect(names({ [model.id]: 'Run 3' }, 'Run 3')).toEqual(['city.train (in use)', 'Run 1']); // its model is not stored yet
});

test('zero is within the drawing, and bars stand on the axis', () => {
  const { bars, zero, interval, observed } = differenceDrawing(comparison.f1, 400, 120);
  expect(bars).toHaveLength(comparison.f1.histogram.counts.length);
  for (const { x, y, height } of bars) {
    expect(x).toBeGreaterThanOrEqual(28);
    expect(y + height).toBeCloseTo(100, 9);
  }
  expect(zero).toBeGreaterThanOrEqual(28);
  expect(observed).toBeGreaterThan(interval[0]);
  expect(observed).toBeLessThan(interval[1]);
});

test('entities that one model finds, in context and as rows', () => {
  const all = listedEntities(comparison, undefined);
  const { first, second } = comparison.found;
  expect(all).toHaveLength(first + second);
  expect(listedEntities(comparison, 0)).toHaveLength(first);
  const { text, gold, predicted } = entityInContext(all[0]!);
  const { entity, by } = all[0]!.decided;
  const own = (marks: readonly { start: number; end: number; isAside?: boolean | undefined }[]) =>
    marks.filter(({ isAside }) => isAside !== true).map(({ start, end }) => text.slice(start, end));
  expect(own(gold)).toEqual([all[0]!.sentence.tokens.slice(entity.start, entity.end).join(' ')]);
  expect([own(predicted[by]).length, own(predicted[by === 0 ? 1 : 0]).length]).toEqual([1, 0]);
  expect(entitiesTable(found).rows).toHaveLength(first + second);
});

test('the file of an entity is named if there are several', () => {
  expect([{ line: 1200 }, { file: 'b.dev', line: 3 }].map(placeText)).toEqual(['line 1,200', 'b.dev, line 3']);
});
