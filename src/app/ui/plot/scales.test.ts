import { expect, test } from 'vitest';
import { epochAxisEnd, epochTicks, f1Axis, linePoints, tickRoom, valueAxis, valueTicks } from './scales.ts';

test('the axis of epochs grows in steps, up to the planned epochs', () => {
  expect([0, 0.4, 1, 1.2, 4.9, 6, 11, 29].map((epoch) => epochAxisEnd(epoch, 30))).toEqual([1, 1, 1, 2, 5, 10, 20, 30]);
  expect(epochAxisEnd(3, 2)).toBe(3);
  expect(epochTicks(1)).toEqual([0, 1]);
  expect(epochTicks(30)).toEqual([0, 5, 10, 15, 20, 25, 30]);
});

test('the axis of values contains all of them', () => {
  expect(valueAxis([0.7, 18.2], 'linear')).toEqual({ scale: 'linear', low: 0, high: 20 });
  expect(valueAxis([0.7, 18.2], 'log')).toEqual({ scale: 'log', low: 0.1, high: 100 });
  expect(valueAxis([Infinity, 0], 'linear')).toMatchObject({ low: 0, high: 1 });
  expect(valueAxis([Infinity, 0], 'log')).toMatchObject({ low: 0.1, high: 10 });
  expect(valueTicks({ scale: 'log', low: 0.1, high: 100 })).toEqual([0.1, 1, 10, 100]);
  expect(valueTicks({ scale: 'log', low: 1e-4, high: 1e5 })).toHaveLength(10);
});

test.each([0.013, 0.7, 1, 4.2, 9.99, 15, 31, 700])(
  'an axis up to %f ends at its last tick, and has at most six',
  (greatest) => {
    const axis = valueAxis([0, greatest], 'linear');
    const ticks = valueTicks(axis);
    expect(axis.high).toBeGreaterThanOrEqual(greatest);
    expect(ticks.at(-1)).toBeCloseTo(axis.high);
    expect(ticks.length).toBeLessThanOrEqual(6);
  },
);

test('the numbers of an axis fit beside it', () => {
  expect(tickRoom({ scale: 'linear', low: 0, high: 20 })).toBe(40);
  expect(tickRoom({ scale: 'linear', low: 0, high: 2.5e18 })).toBeGreaterThan(6 * 6.6);
});

test('the axis of F1 starts as high as possible and ends at 100', () => {
  expect(f1Axis([{ epoch: 1, overall: 91, t0: 85 }]).low).toBe(80);
  expect(f1Axis([{ epoch: 1, overall: 3 }]).low).toBe(0);
  expect(f1Axis([]).low).toBe(0);
  for (const low of [0, 20, 40, 60, 80, 90]) {
    const ticks = valueTicks({ scale: 'linear', low, high: 100 });
    expect(ticks[0]).toBe(low);
    expect(ticks.at(-1)).toBe(100);
  }
});

test('a line skips rows without a value or a position', () => {
  const toPixels = (x: number, y: number) => ({ x: x * 10, y: 100 - Math.log10(y) });
  const rows = [{ epoch: 1, loss: 10 }, { epoch: 1 }, { epoch: 2, loss: 0 }, { epoch: 3, loss: 1 }];
  expect(linePoints(rows, (row) => row.loss, toPixels)).toEqual([
    { x: 10, y: 99 },
    { x: 30, y: 100 },
  ]);
});
