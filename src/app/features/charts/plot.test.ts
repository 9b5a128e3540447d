import { expect, test } from 'vitest';
import { linePoints } from './plot.ts';

test('a line goes through the rows that have a value, past those that have no place', () => {
  const place = (x: number, y: number) => ({ x: x * 10, y: 100 - Math.log10(y) });
  const rows = [{ epoch: 1, loss: 10 }, { epoch: 1 }, { epoch: 2, loss: 0 }, { epoch: 3, loss: 1 }];
  expect(linePoints(rows, (row) => row.loss, place)).toEqual([
    { x: 10, y: 99 },
    { x: 30, y: 100 },
  ]);
});
