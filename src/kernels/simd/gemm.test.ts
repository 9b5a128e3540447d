import { beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { randomUniform } from '../../lib/rng.ts';
import { loadSimdModule, type SimdModule } from './module.ts';
import { perform } from './threads/task.ts';

/** [m, n, k]: around tiles of 6x8, transposes of 4x4, blocks of 512 rows, 64 columns, 512 of k; and empty ones. */
const SIZES: [number, number, number][] = [
  [1, 1, 1],
  [6, 8, 4],
  [7, 9, 5],
  [5, 17, 3],
  [13, 7, 2],
  [10, 65, 130],
  [8, 3, 1025],
  [515, 10, 6],
  [0, 5, 5],
  [5, 0, 5],
  [3, 9, 0],
];
const TRANSPOSES = [
  [false, false],
  [false, true],
  [true, false],
  [true, true],
] as const;
const ADDENDS = ['none', 'matrix', 'row', 'itself'] as const;

/** Floats between what each row of a matrix holds and the next row. */
const GAP = 3;

describe.each(['relaxed', 'baseline'] as const)('gemm, %s', (variant) => {
  let module: SimdModule;
  beforeAll(async () => {
    module = await loadSimdModule(variant);
  });

  describe.each(SIZES)('m %i, n %i, k %i', (m, n, k) => {
    test.each(TRANSPOSES)('is right for transposes %s and %s, with each addend', (transposeA, transposeB) => {
      for (const addend of ADDENDS) {
        const { actual, expected, outside } = multiply(module, { m, n, k, transposeA, transposeB, addend });
        expectClose(actual, expected, TOLERANCES.forward, addend);
        expect(outside).toEqual([]);
      }
    });
  });
});

interface Product {
  m: number;
  n: number;
  k: number;
  transposeA: boolean;
  transposeB: boolean;
  addend: (typeof ADDENDS)[number];
}

/** A stored matrix, with NaN between its rows: where the kernel reads too far, the result is NaN. */
function matrixAt(memory: Float32Array, start: number, rows: number, columns: number, seed: number) {
  const stride = columns + GAP;
  memory.fill(NaN, start, start + rows * stride + 64);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) memory[start + i * stride + j] = randomUniform(seed, i * columns + j) - 0.5;
  }
  return { pointer: 4 * start, stride, at: (i: number, j: number) => memory[start + i * stride + j]! };
}

function multiply({ wasm, memory }: SimdModule, { m, n, k, transposeA, transposeB, addend }: Product) {
  const floats = new Float32Array(memory.buffer);
  const a = transposeA ? matrixAt(floats, 1024, k, m, 1) : matrixAt(floats, 1024, m, k, 1);
  const b = transposeB ? matrixAt(floats, 100_000, n, k, 2) : matrixAt(floats, 100_000, k, n, 2);
  const cStart = 200_000;
  const c = matrixAt(floats, cStart, m, n, 3);
  const other = matrixAt(floats, 300_000, m + 1, n, 4);
  const from = {
    none: [0, 0],
    matrix: [other.pointer, other.stride],
    row: [other.pointer, 0],
    itself: [c.pointer, c.stride],
  }[addend];

  const expected: number[] = [];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = { none: 0, matrix: other.at(i, j), row: other.at(0, j), itself: c.at(i, j) }[addend];
      for (let p = 0; p < k; p++)
        sum += (transposeA ? a.at(p, i) : a.at(i, p)) * (transposeB ? b.at(j, p) : b.at(p, j));
      expected.push(sum);
    }
  }
  const scratch = 4 * 400_000;
  floats.fill(NaN, 400_000, 400_000 + wasm.gemmScratchFloats());
  const [left, right] = [
    [a.pointer, a.stride, transposeA],
    [b.pointer, b.stride, transposeB],
  ] as const;
  perform(wasm, ['gemm', m, n, k, ...left, ...right, c.pointer, c.stride, from[0]!, from[1]!], scratch);

  const actual = expected.map((_, q) => c.at(Math.floor(q / n), q % n));
  const outside = [...floats.subarray(cStart, cStart + m * c.stride + 64)]
    .map((value, q) => ({ value, row: Math.floor(q / c.stride), column: q % c.stride }))
    .filter(({ value, row, column }) => (row >= m || column >= n) && !Number.isNaN(value));
  return { actual, expected, outside };
}
