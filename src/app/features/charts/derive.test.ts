import { csvParseRows } from 'd3-dsv';
import { describe, expect, test } from 'vitest';
import { epochReport, scoresAt } from '../../../../test/app/samples.ts';
import {
  csvNumber,
  epochAxis,
  epochTicks,
  f1AxisFloor,
  f1Csv,
  f1Ends,
  f1Rows,
  f1Ticks,
  labelRoom,
  lossAxis,
  lossCsv,
  lossEnds,
  lossInWords,
  lossRows,
  lossTicks,
  type LossRow,
  MAX_POINTS,
  mostFrequentTypes,
  pointedLossRow,
  spreadLabels,
  tickRoom,
} from './derive.ts';

const losses = (count: number) => Float32Array.from({ length: count }, (_, i) => 10 / (1 + i));

describe('lossRows', () => {
  test('few steps are drawn one by one', () => {
    const rows = lossRows(Float32Array.of(4, 2), [], 4);
    expect(rows).toEqual([
      { epoch: 0.25, loss: 4, range: [4, 4], steps: [1, 1] },
      { epoch: 0.5, loss: 2, range: [2, 2], steps: [2, 2] },
    ]);
  });

  test.each([199, 200, 201, 12_345, 100_000])(
    '%i steps are no more points than can be told apart, and tell all steps',
    (count) => {
      const rows = lossRows(losses(count), [], 878);
      expect(rows.length).toBeLessThanOrEqual(MAX_POINTS);
      expect(rows[0]?.steps?.[0]).toBe(1);
      expect(rows.at(-1)?.steps?.[1]).toBe(count);
      expect(rows[0]?.range?.[1]).toBe(10);
    },
  );

  test('full buckets stay as they are while steps arrive', () => {
    const early = lossRows(losses(500), [], 100);
    const later = lossRows(losses(700), [], 100);
    expect(later.slice(0, early.length - 1)).toEqual(early.slice(0, -1));
  });

  test('steps that were not told are left out', () => {
    const rows = lossRows(Float32Array.of(NaN, NaN, 3), [], 3);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ epoch: 1, loss: 3 });
  });

  test('dev stands at the ends of epochs, in order', () => {
    const rows = lossRows(losses(10), [epochReport(1, 2), epochReport(2, 2)], 5);
    const order = rows.map(({ epoch }) => epoch);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(rows.filter(({ dev }) => dev !== undefined).map(({ epoch }) => epoch)).toEqual([1, 2]);
  });
});

test('a thousand epochs are few points, the first and the last among them', () => {
  const epochs = Array.from({ length: 1000 }, (_, i) => ({ ...epochReport(1, 1), epoch: i + 1 }));
  for (const rows of [f1Rows(epochs, ['PER']), lossRows(new Float32Array(0), epochs, 2)]) {
    expect(rows.length).toBeLessThanOrEqual(MAX_POINTS + 1);
    expect([rows[0]?.epoch, rows.at(-1)?.epoch]).toEqual([1, 1000]);
  }
});

test('an axis of epochs moves seldom, and never beyond the plan', () => {
  expect([0, 0.4, 1, 1.2, 4.9, 6, 11, 29].map((epoch) => epochAxis(epoch, 30))).toEqual([1, 1, 1, 2, 5, 10, 20, 30]);
  expect(epochAxis(3, 2)).toBe(3);
  expect(epochTicks(1)).toEqual([0, 1]);
  expect(epochTicks(30)).toEqual([0, 5, 10, 15, 20, 25, 30]);
});

test('the loss axis holds all that is drawn', () => {
  const rows = lossRows(Float32Array.of(18.2, 0.7), [], 1);
  expect(lossAxis(rows, 'linear')).toEqual([0, 20]);
  expect(lossAxis(rows, 'log')[0]).toBeLessThanOrEqual(0.7);
  expect(lossAxis(rows, 'log')[1]).toBe(100);
  expect(lossAxis([], 'linear')).toEqual([0, 1]);
  expect(lossTicks([0.1, 100], 'log')).toEqual([0.1, 1, 10, 100]);
});

test.each([0.013, 0.7, 1, 4.2, 9.99, 15, 31, 700])('an axis up to %f ends on its last tick, of few', (greatest) => {
  const axis = lossAxis([{ epoch: 1, dev: greatest }], 'linear');
  const ticks = lossTicks(axis, 'linear');
  expect(axis[1]).toBeGreaterThanOrEqual(greatest);
  expect(ticks.at(-1)).toBeCloseTo(axis[1]);
  expect(ticks.length).toBeLessThanOrEqual(6);
});

test('a single step may pass the top, a mean may not', () => {
  const rows = [{ epoch: 1, loss: 9, range: [1, 50], steps: [1, 8] } satisfies LossRow];
  expect(lossAxis(rows, 'linear')).toEqual([0, 10]);
  expect(lossAxis(rows, 'log')).toEqual([1, 100]);
});

test('line ends have room for their longest name, within reason', () => {
  expect(labelRoom([{ text: 'PER 97.0' }])).toBe(84);
  expect(labelRoom([{ text: 'train 0.12' }])).toBe(labelRoom([{ text: 'train 0.123' }]));
  expect(labelRoom([{ text: 'ORGANIZATION 97.0' }])).toBeGreaterThan(120);
  expect(labelRoom([{ text: 'x'.repeat(80) }])).toBeLessThan(180);
});

test('F1 rows are in percent; a type that an epoch did not have is absent', () => {
  const rows = f1Rows([epochReport(1, 5)], ['PER', 'NONE']);
  expect(rows[0]?.t0).toBeCloseTo(scoresAt(1).byType['PER']!.f1 * 100);
  expect(rows[0]).not.toHaveProperty('t1');
});

test('the F1 axis begins as high as it can, and has 100', () => {
  expect(f1AxisFloor([{ epoch: 1, overall: 91, t0: 85 }])).toBe(80);
  expect(f1AxisFloor([{ epoch: 1, overall: 3 }])).toBe(0);
  for (const floor of [0, 20, 40, 60, 80, 90]) {
    expect(f1Ticks(floor)[0]).toBe(floor);
    expect(f1Ticks(floor).at(-1)).toBe(100);
  }
});

test('line ends tell the epoch that is pointed at', () => {
  const rows = [
    { epoch: 1, overall: 50, t0: 60 },
    { epoch: 2, overall: 70, t0: 80 },
  ];
  expect(f1Ends(rows, ['PER']).map(({ text }) => text)).toEqual(['overall 70.0', 'PER 80.0']);
  expect(f1Ends(rows, ['PER'], 1)).toMatchObject([
    { x: 2, y: 70, text: 'overall 50.0' },
    { x: 2, y: 80, text: 'PER 60.0' },
  ]);
  expect(f1Ends([], ['PER'])).toEqual([]);
});

test('numbers beside an axis have room', () => {
  expect(tickRoom([0, 10, 20])).toBe(40);
  expect(tickRoom([0, 2.5e18])).toBeGreaterThan(6 * 6.6);
});

test('the labels of both losses stand beside the end of the longer line', () => {
  const rows = lossRows(Float32Array.of(4, 2, 1), [epochReport(1, 2)], 2);
  expect(lossEnds(rows).map(({ key, x }) => [key, x])).toEqual([
    ['step', 1.5],
    ['dev', 1.5],
  ]);
});

test('of many types the most frequent are drawn, by name', () => {
  expect(mostFrequentTypes(scoresAt(3), 8)).toEqual(['LOC', 'MISC', 'ORG', 'PER']);
  expect(mostFrequentTypes(scoresAt(3), 2)).toEqual(['LOC', 'PER']);
});

describe('spreadLabels', () => {
  test('labels keep their order and their distance', () => {
    const placed = spreadLabels([50, 52, 51, 10], 13, 0, 200);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(13);
    expect(placed[3]).toBe(10);
    expect(placed[0]!).toBeLessThan(placed[2]!);
    expect(placed[2]!).toBeLessThan(placed[1]!);
  });

  test('labels at the lower edge are moved up', () => {
    expect(spreadLabels([199, 200], 13, 0, 200)).toEqual([187, 200]);
  });
});

test('figures are kept as CSV', () => {
  expect([undefined, 12_345_678, Math.fround(0.1)].map(csvNumber)).toEqual([undefined, 12_345_678, 0.1]);
  expect(lossCsv(lossRows(Float32Array.of(4), [], 2)).split('\n')[1]).toBe('0.5,1,1,4,4,4,');
  expect(f1Csv([{ epoch: 1, overall: 50, t0: 60 }], ['PER'])).toBe('epoch,overall,PER\n1,50,60\n');
  const types = ['ship, "sunk"', 'PER'];
  expect([...csvParseRows(f1Csv([{ epoch: 1, overall: 50, t0: 60, t1: 40 }], types))]).toEqual([
    ['epoch', 'overall', ...types],
    ['1', '50', '60', '40'],
  ]);
});

describe('what is told of the epoch pointed at', () => {
  const steps: LossRow = { epoch: 2, loss: 0.5, range: [0.4, 0.6], steps: [9, 16] };
  const dev: LossRow = { epoch: 2, dev: 0.7 };

  test('dev, where steps end at the same place', () => {
    expect(pointedLossRow([{ ...steps, epoch: 1 }, steps, dev], 2)).toBe(dev);
  });

  test('the steps, where dev was not scored', () => expect(pointedLossRow([steps], 2)).toBe(steps));

  test('nothing, where nothing is or nobody points', () => {
    expect(pointedLossRow([steps, dev], 3)).toBeUndefined();
    expect(pointedLossRow([steps, dev], undefined)).toBeUndefined();
  });

  test.each([
    [dev, 'dev, epoch 2: 0.7'],
    [steps, 'steps 9–16: 0.5'],
    [{ ...steps, steps: [9, 9] } satisfies LossRow, 'step 9: 0.5'],
  ])('in words: %o', (row, words) => expect(lossInWords(row)).toBe(words));
});
