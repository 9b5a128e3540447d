import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRow, raggedRows } from '../../data/batches/ragged.ts';
import { layoutOf, randomTensor } from '../../../test/helpers/each-device.ts';
import { testRecurrent } from './cases.ts';
import { GATES, type Cell } from './cells.ts';
import { recurrentGradReference, recurrentReference } from './reference.ts';

const CELLS: Cell[] = ['lstm', 'gru', 'rnn'];
const sigmoid = (a: number) => 1 / (1 + Math.exp(-a));

describe('recurrent reference', () => {
  // One sequence of two items, one unit a direction; the backward direction has other weights and sees item 1 first.
  const layout = layoutOf([2]);

  test('LSTM by hand', () => {
    const projected = [0.1, 0.2, 0.3, 0.4, 0, 0, 1, 0, 0.5, -0.5, 0.2, 0.1, 0, 0, -1, 0]; // [2, 2·4]
    const wh = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]; // [2, 1, 4]
    const c0 = sigmoid(0.1) * Math.tanh(0.3);
    const h0 = sigmoid(0.4) * Math.tanh(c0);
    const c1 = sigmoid(-0.5 + 0.2 * h0) * c0 + sigmoid(0.5 + 0.1 * h0) * Math.tanh(0.2 + 0.3 * h0);
    const h1 = sigmoid(0.1 + 0.4 * h0) * Math.tanh(c1);
    const backC1 = 0.5 * Math.tanh(-1);
    const backH1 = 0.5 * Math.tanh(backC1);
    const backC0 = sigmoid(0.6 * backH1) * backC1 + sigmoid(0.5 * backH1) * Math.tanh(1 + 0.7 * backH1);
    const backH0 = sigmoid(0.8 * backH1) * Math.tanh(backC0);
    const { y, memory } = recurrentReference('lstm', projected, wh, 1, layout);
    expectClose(y, [h0, backH0, h1, backH1], TOLERANCES.float64, 'y');
    expectClose(memory, [c0, backC0, c1, backC1], TOLERANCES.float64, 'memory');
  });

  test('GRU by hand', () => {
    const projected = [0.1, 0.2, 0.3, 0, 0, 1, 0.5, -0.5, 0.2, 0, 0, -1]; // [2, 2·3]
    const wh = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]; // [2, 1, 3]
    const h0 = (1 - sigmoid(0.2)) * Math.tanh(0.3);
    const z1 = sigmoid(-0.5 + 0.2 * h0);
    const h1 = (1 - z1) * Math.tanh(0.2 + sigmoid(0.5 + 0.1 * h0) * 0.3 * h0) + z1 * h0;
    const backH1 = 0.5 * Math.tanh(-1);
    const backZ0 = sigmoid(0.5 * backH1);
    const backH0 = (1 - backZ0) * Math.tanh(1 + sigmoid(0.4 * backH1) * 0.6 * backH1) + backZ0 * backH1;
    const { y, memory } = recurrentReference('gru', projected, wh, 1, layout);
    expectClose(y, [h0, backH0, h1, backH1], TOLERANCES.float64, 'y');
    expectClose(memory, [0, 0.6 * backH1, 0.3 * h0, 0], TOLERANCES.float64, 'memory');
  });

  test('RNN by hand', () => {
    const { y } = recurrentReference('rnn', [0.1, 0.2, 0.3, 0.4], [0.5, 0.6], 1, layout);
    const [h0, backH1] = [Math.tanh(0.1), Math.tanh(0.4)];
    expectClose(y, [h0, Math.tanh(0.2 + 0.6 * backH1), Math.tanh(0.3 + 0.5 * h0), backH1], TOLERANCES.float64, 'y');
  });

  describe.each(CELLS)('%s', (cell) => {
    const H = 3;
    const G = GATES[cell];
    const lengths = [5, 3, 3, 1];
    const batch = layoutOf(lengths);
    const N = raggedRows(batch);
    const projected = randomTensor([N, 2 * G * H], 1, 2).values;
    const wh = randomTensor([2, H, G * H], 2).values;
    const dy = randomTensor([N, 2 * H], 3).values;

    /** Row n of a matrix of two halves, the forward and the backward direction's. */
    const halves = (values: ArrayLike<number>, n: number, half: number) => {
      const row = Array.from(values).slice(n * 2 * half, (n + 1) * 2 * half);
      return [row.slice(0, half), row.slice(half)] as const;
    };

    test('gradients match finite differences', () => {
      const saved = recurrentReference(cell, projected, wh, H, batch);
      const { dProjected, dWh } = recurrentGradReference(cell, saved, dy, wh, H, batch);
      const objective = (x: ArrayLike<number>, w: ArrayLike<number>) =>
        recurrentReference(cell, x, w, H, batch).y.reduce((sum, value, i) => sum + value * dy[i]!, 0);
      expectGradient((x) => objective(x, wh), projected, dProjected, 'dProjected');
      expectGradient((w) => objective(projected, w), wh, dWh, 'dWh');
    });

    test('a sequence does not depend on the others of its batch', () => {
      const { y } = recurrentReference(cell, projected, wh, H, batch);
      lengths.forEach((T, b) => {
        const rows = Array.from({ length: T }, (_, t) => raggedRow(batch, b, t));
        const alone = rows.flatMap((row) => halves(projected, row, G * H).flat());
        const expected = rows.flatMap((row) => halves(y, row, H).flat());
        expect([...recurrentReference(cell, alone, wh, H, layoutOf([T])).y]).toEqual(expected);
      });
    });

    test('backwards is forwards over the reversed sequence', () => {
      const T = 5;
      const one = layoutOf([T]);
      // With items reversed, and the directions of inputs and weights swapped, outputs must be reversed and swapped, too.
      const mirror = (values: ArrayLike<number>, half: number) =>
        Array.from({ length: T }, (_, t) => {
          const [forward, backward] = halves(values, T - 1 - t, half);
          return [...backward, ...forward];
        }).flat();
      const swappedWeights = [...wh.subarray(wh.length / 2), ...wh.subarray(0, wh.length / 2)];
      const { y } = recurrentReference(cell, projected, wh, H, one);
      const mirrored = recurrentReference(cell, mirror(projected, G * H), swappedWeights, H, one);
      expect([...mirrored.y]).toEqual(mirror(y, H));
    });
  });
});

testRecurrent();
