import { csvParseRows } from 'd3-dsv';
import { expect, test } from 'vitest';
import { csvOf } from '../../../lib/table-csv.ts';
import { epochReport, scoresAt } from '../../../../test/app/samples.ts';
import { NO_SCHEME } from '../../../data/tags/tag-style.ts';
import { scoreTags } from '../../../eval/score-tags.ts';
import { MAX_POINTS } from './downsample.ts';
import { bestLabel, describeF1, f1Table, f1Curves, f1Labels, f1Rows, mostFrequentTypes } from './f1.ts';

test('rows are in percent, without types that an epoch lacks', () => {
  const rows = f1Rows([epochReport(1, 5)], ['PER', 'NONE']);
  expect(rows[0]?.t0).toBeCloseTo(scoresAt(1).byType['PER']!.f1 * 100);
  expect(rows[0]).not.toHaveProperty('t1');
});

test('a thousand epochs are reduced to a few points, including the first and the last', () => {
  const epochs = Array.from({ length: 1000 }, (_, i) => ({ ...epochReport(1, 1), epoch: i + 1 }));
  const rows = f1Rows(epochs, ['PER']);
  expect(rows.length).toBeLessThanOrEqual(MAX_POINTS + 1);
  expect([rows[0]?.epoch, rows.at(-1)?.epoch]).toEqual([1, 1000]);
});

test('if there are many types, the most frequent are drawn, sorted by name', () => {
  expect(mostFrequentTypes(scoresAt(3), 8)).toEqual(['LOC', 'MISC', 'ORG', 'PER']);
  expect(mostFrequentTypes(scoresAt(3), 2)).toEqual(['LOC', 'PER']);
  expect(f1Curves([epochReport(1, 5)])).toMatchObject({ types: ['LOC', 'MISC', 'ORG', 'PER'], typeCount: 4 });
  expect(f1Curves([])).toMatchObject({ rows: [], types: [], typeCount: 0, best: undefined });
});

test('labels at the ends of the lines show the epoch that is pointed at', () => {
  const rows = [
    { epoch: 1, overall: 50, t0: 60 },
    { epoch: 2, overall: 70, t0: 80 },
  ];
  const curves = { rows, types: ['PER'], name: 'F1' as const };
  expect(f1Labels(curves).map(({ text }) => text)).toEqual(['overall 70.0', 'PER 80.0']);
  expect(f1Labels(curves, 1)).toMatchObject([
    { x: 2, y: 70, text: 'overall 50.0' },
    { x: 2, y: 80, text: 'PER 60.0' },
  ]);
  expect(f1Labels({ ...curves, rows: [] })).toEqual([]);
  expect(describeF1(rows[0]!, { types: ['PER', 'ORG'], name: 'F1', best: rows[1] })).toBe(
    'epoch 1: overall 50.00, PER 60.00',
  );
});

test('the best epoch has a label if the line continues after it, even if its point is not drawn', () => {
  const epochs = Array.from({ length: 900 }, (_, i) => ({ ...epochReport(1, 1), epoch: i + 1, bestEpoch: 333 }));
  const curves = f1Curves(epochs);
  expect(curves.rows.map(({ epoch }) => epoch)).not.toContain(333);
  expect(curves.best?.epoch).toBe(333);
  expect(bestLabel(curves)).toBe(`best ${curves.best!.overall.toFixed(1)}`);
  expect(describeF1(curves.best!, { ...curves, types: [] })).toMatch(/^epoch 333 \(best\): overall /);
  expect(bestLabel(f1Curves(epochs.slice(0, 333)))).toBeUndefined();
  expect(bestLabel(f1Curves([]))).toBeUndefined();
});

test('without a scheme the line of all tags is the token accuracy', () => {
  const dev = scoreTags(NO_SCHEME, [{ gold: ['NN', 'VB', 'NN', 'DT'], predicted: ['NN', 'VB', 'VB', 'DT'] }]);
  const curves = f1Curves([{ ...epochReport(1, 1), dev }]);
  expect(f1Labels(curves)[0]?.text).toBe('accuracy 75.0');
  expect(csvOf(f1Table(curves))).toMatch(/^epoch,accuracy,DT,NN,VB\n/);
});

test('types with commas and quotes are single cells in CSV', () => {
  expect(csvOf(f1Table({ rows: [{ epoch: 1, overall: 50, t0: 60 }], types: ['PER'], name: 'F1' }))).toBe(
    'epoch,overall,PER\n1,50,60\n',
  );
  const types = ['ship, "sunk"', 'PER'];
  expect([
    ...csvParseRows(csvOf(f1Table({ rows: [{ epoch: 1, overall: 50, t0: 60, t1: 40 }], types, name: 'F1' }))),
  ]).toEqual([
    ['epoch', 'overall', ...types],
    ['1', '50', '60', '40'],
  ]);
});
