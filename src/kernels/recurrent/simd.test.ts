import { beforeAll, describe, expect, test } from 'vitest';
import { Allocator } from '../simd/allocator.ts';
import { FORWARD, kernels, LSTM } from '../simd/generated/kernels.js';
import { growMemory, loadSimdModule, performTask, type SimdModule } from '../simd/module.ts';

describe.each(['relaxed', 'baseline'] as const)('activations, %s', (variant) => {
  let module: SimdModule;
  beforeAll(async () => {
    module = await loadSimdModule(variant);
  });

  test('tanh is within 5e-7 of the truth, relatively, and sigmoid within 3e-7, from the smallest to where they saturate', () => {
    for (const scale of [1e-30, 1e-6, 1e-3, 0.1, 1, 8, 40, 86]) {
      const x = Float32Array.from({ length: 1000 }, (_, i) => (scale * (i - 499.5)) / 499.5);
      const { sigmoid, tanh } = activations(module, x);
      expect(worstError(tanh, x, (y, a) => Math.abs(y / Math.tanh(a) - 1))).toBeLessThan(5e-7);
      expect(worstError(sigmoid, x, (y, a) => Math.abs(y - 1 / (1 + Math.exp(-a))))).toBeLessThan(3e-7);
      expect(Math.max(...tanh.map(Math.abs))).toBeLessThanOrEqual(1);
    }
  });

  test('sigmoid and tanh saturate, and pass NaN on', () => {
    const x = Float32Array.from([0, 100, 1e30, Infinity, -100, -1e30, -Infinity, NaN]);
    const { sigmoid, tanh } = activations(module, x);
    expect([...tanh]).toEqual([0, 1, 1, 1, -1, -1, -1, NaN]);
    expect([...sigmoid]).toEqual([0.5, 1, 1, 1, 0, 0, 0, NaN]);
  });
});

/** sigmoid and tanh of each x, as the gates i and g of an LSTM of one unit over sequences of one item. */
function activations(simd: SimdModule, x: Float32Array): { sigmoid: Float32Array; tanh: Float32Array } {
  const { wasm, memory } = simd;
  const [cell, hidden, steps, rows] = [LSTM, 1, 1, x.length];
  const allocator = new Allocator(1024, (end) => growMemory(memory, end));
  const place = (floats: number) => allocator.allocate(4 * floats);
  const [projected, gates, y, kept] = [place(8 * rows), place(8 * rows), place(2 * rows), place(2 * rows)];
  const [panels, stepOffsets, scratch] = [
    place(wasm.recurrentPanelFloats({ cell, hidden })),
    place(2),
    place(wasm.recurrentScratchFloats({ hidden, sequences: rows })),
  ];
  new Int32Array(memory.buffer, stepOffsets).set([0, rows]);
  new Float32Array(memory.buffer, projected).set([...x].flatMap((value) => Array<number>(8).fill(value)));
  const direction = FORWARD;
  const pointers = { projected, panels, stepOffsets, y, gates, kept };
  performTask(simd, kernels.recurrent({ cell, hidden, steps, direction, from: 0, to: rows, ...pointers }), scratch);
  const values = new Float32Array(memory.buffer, gates, 8 * rows);
  return { sigmoid: x.map((_, row) => values[8 * row]!), tanh: x.map((_, row) => values[8 * row + 2]!) };
}

/** The largest error of `actual` as a function of x; NaN if any value is NaN. */
function worstError(actual: Float32Array, x: Float32Array, error: (y: number, x: number) => number): number {
  return Math.max(...actual.map((y, i) => error(y, x[i]!)));
}
