import { csvParseRows } from 'd3-dsv';
import { expect, test } from 'vitest';
import { epochReport, scoresAt } from '../../../../test/app/samples.ts';
import { MAX_POINTS } from './downsample.ts';
import { describeF1, f1Csv, f1Curves, f1Labels, f1Rows, mostFrequentTypes } from './f1.ts';

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
  expect(f1Curves([])).toEqual({ rows: [], types: [], typeCount: 0 });
});

test('labels at the ends of the lines show the epoch that is pointed at', () => {
  const rows = [
    { epoch: 1, overall: 50, t0: 60 },
    { epoch: 2, overall: 70, t0: 80 },
  ];
  expect(f1Labels(rows, ['PER']).map(({ text }) => text)).toEqual(['overall 70.0', 'PER 80.0']);
  expect(f1Labels(rows, ['PER'], 1)).toMatchObject([
    { x: 2, y: 70, text: 'overall 50.0' },
    { x: 2, y: 80, text: 'PER 60.0' },
  ]);
  expect(f1Labels([], ['PER'])).toEqual([]);
  expect(describeF1(rows[0]!, ['PER', 'ORG'])).toBe('epoch 1: overall 50.00, PER 60.00');
});

test('types with commas and quotes are single cells in CSV', () => {
  expect(f1Csv({ rows: [{ epoch: 1, overall: 50, t0: 60 }], types: ['PER'] })).toBe('epoch,overall,PER\n1,50,60\n');
  const types = ['ship, "sunk"', 'PER'];
  expect([...csvParseRows(f1Csv({ rows: [{ epoch: 1, overall: 50, t0: 60, t1: 40 }], types }))]).toEqual([
    ['epoch', 'overall', ...types],
    ['1', '50', '60', '40'],
  ]);
});
