import { expect, test } from 'vitest';
import { csvOf } from '../../../../../lib/table-csv.ts';
import type { Reach } from '../../../../../tagging/explain/reach.ts';
import { reachTable, reachView } from './reach.ts';

const REACH: Reach = {
  tag: 'B-PER',
  lines: [
    { cell: 'lstm', isTrained: true, norms: [2, 1, 0.5] },
    { cell: 'rnn', isTrained: false, norms: [4, 0.4, 0] },
  ],
  milliseconds: 1,
};

test('lines begin at 1 and fall; what is below the axis is drawn at its bottom; names are apart', () => {
  const { summary, lines, distances } = reachView(REACH, 600, 200);
  expect(summary).toBe('What is left of the gradient over 2 words: this model (LSTM) 0.25; RNN, untrained 0.');
  const [model, rnn] = lines;
  expect(model!.points[0]).toEqual({ x: 48, y: 8 });
  expect(model!.points.map(({ y }) => y)).toEqual(model!.points.map(({ y }) => y).toSorted((a, b) => a - b));
  expect(rnn!.points[2]!.y).toBeCloseTo(178, 6);
  expect(distances.map(({ text }) => text)).toEqual(['0', '1', '2']);
  const same = { ...REACH, lines: [REACH.lines[0]!, { ...REACH.lines[0]!, isTrained: false }] };
  const [first, second] = reachView(same, 600, 200).lines.map(({ label }) => label.y);
  expect(Math.abs(first! - second!)).toBeGreaterThanOrEqual(13);
});

test('a sentence of one word', () => {
  const one = { ...REACH, lines: REACH.lines.map((line) => ({ ...line, norms: [1] })) };
  expect(reachView(one, 600, 200).summary).toBe('A sentence of one word has no distances.');
});

test('the table has the norms themselves', () => {
  expect(csvOf(reachTable(REACH)).split('\n').slice(0, 3)).toEqual([
    'distance,lstm_model,rnn_untrained',
    '0,2.00000,4.00000',
    '1,1.00000,0.400000',
  ]);
});
