import { beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { integerProducts, TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { randomUniform } from '../../lib/rng.ts';
import { NULL_POINTER, type Pointer } from '../../lib/pointer.ts';
import { kernels } from './generated/kernels.js';
import { loadSimdModule, performTask, type SimdModule } from './module.ts';

/** [m, n, k]: around tiles of 4x8 and 6x8, transposes of 4x4, blocks of 512 rows, 64 columns, 512 of k; and empty ones. */
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

/** Padding between the rows of a matrix, in floats. */
const GAP = 3;

describe.each(['relaxed', 'baseline'] as const)('products, %s', (variant) => {
  let module: SimdModule;
  beforeAll(async () => {
    module = await loadSimdModule(variant);
  });

  describe.each(['floats', 'integers'] as const)('in %s', (numbers) => {
    describe.each(SIZES)('m %i, n %i, k %i', (m, n, k) => {
      test.each(TRANSPOSES)('is right for transposes %s and %s, with each addend', (transposeA, transposeB) => {
        for (const addend of ADDENDS) {
          const product = { numbers, m, n, k, transposeA, transposeB, addend };
          const { actual, expected, outside, longest } = multiply(module, product, randomNumber);
          const tolerance = numbers === 'floats' ? TOLERANCES.forward : integerProducts(k, ...longest);
          expectClose(actual, expected, tolerance, addend);
          expect(outside).toEqual([]);
        }
      });
    });
  });

  const WHOLE = { numbers: 'integers', m: 5, n: 9, transposeA: false, transposeB: false, addend: 'none' } as const;

  test.each([1, 3, 200, 511, 1600])('integers do not overflow where all %i numbers of a sum are alike', (k) => {
    const { actual, expected, longest } = multiply(module, { ...WHOLE, k }, () => 0.7);
    expectClose(actual, expected, integerProducts(k, ...longest));
  });

  test.each([
    [
      'one number that is far larger than the rest',
      (seed: number, i: number) => (i % 7 === 3 ? 1e6 : randomNumber(seed, i)),
    ],
    ['very small numbers', (seed: number, i: number) => 1e-15 * randomNumber(seed, i)],
    ['very large numbers', (seed: number, i: number) => 1e15 * randomNumber(seed, i)],
    ['zeros', () => 0],
    ['zeros and others', (seed: number, i: number) => Math.max(0, randomNumber(seed, i))],
  ])('integers hold %s', (_, numberAt) => {
    const { actual, expected, longest } = multiply(module, { ...WHOLE, k: 21 }, numberAt);
    const { atol } = integerProducts(21, ...longest);
    expectClose(actual, expected, { rtol: 1e-5, atol: Math.min(atol, 1e-3 * longest[0] * longest[1]) });
  });

  test.each([NaN, Infinity])('integers do not hide %d: what it takes part in is NaN, and nothing else', (bad) => {
    const { actual } = multiply(module, { ...WHOLE, k: 21 }, (seed, i) => (seed === 1 && i === 2 * 21 + 5 ? bad : 0.5));
    expect(actual.map(Number.isNaN)).toEqual(actual.map((_value, i) => Math.floor(i / WHOLE.n) === 2));
  });
});

interface Product {
  numbers: 'floats' | 'integers';
  m: number;
  n: number;
  k: number;
  transposeA: boolean;
  transposeB: boolean;
  addend: (typeof ADDENDS)[number];
}

/** A stored matrix, with NaN between its rows: if a kernel reads too far, the result is NaN. */
function matrixAt(memory: Float32Array, start: number, rows: number, columns: number, numberAt: (i: number) => number) {
  const stride = columns + GAP;
  memory.fill(NaN, start, start + rows * stride + 64);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) memory[start + i * stride + j] = numberAt(i * columns + j);
  }
  return { pointer: (4 * start) as Pointer, stride, at: (i: number, j: number) => memory[start + i * stride + j]! };
}

const randomNumber = (seed: number, i: number) => randomUniform(seed, i) - 0.5;

/** @param numberAt the number at an index of the sides a and b, which have the seeds 1 and 2 */
function multiply(
  simd: SimdModule,
  { numbers, m, n, k, transposeA, transposeB, addend }: Product,
  numberAt: (seed: number, i: number) => number,
) {
  const { wasm, memory } = simd;
  const floats = new Float32Array(memory.buffer);
  const side = (seed: number, start: number, rows: number, columns: number) =>
    matrixAt(floats, start, rows, columns, (i) => numberAt(seed, i));
  const a = transposeA ? side(1, 1024, k, m) : side(1, 1024, m, k);
  const b = transposeB ? side(2, 100_000, n, k) : side(2, 100_000, k, n);
  const cStart = 200_000;
  const c = matrixAt(floats, cStart, m, n, (i) => randomNumber(3, i));
  const other = matrixAt(floats, 300_000, m + 1, n, (i) => randomNumber(4, i));
  const left = (i: number, p: number) => (transposeA ? a.at(p, i) : a.at(i, p));
  const right = (p: number, j: number) => (transposeB ? b.at(j, p) : b.at(p, j));
  const from = {
    none: { addend: NULL_POINTER, ldAddend: 0 },
    matrix: { addend: other.pointer, ldAddend: other.stride },
    row: { addend: other.pointer, ldAddend: 0 },
    itself: { addend: c.pointer, ldAddend: c.stride },
  }[addend];

  const expected: number[] = [];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = { none: 0, matrix: other.at(i, j), row: other.at(0, j), itself: c.at(i, j) }[addend];
      for (let p = 0; p < k; p++) sum += left(i, p) * right(p, j);
      expected.push(sum);
    }
  }
  const length = (number: (p: number) => number) => Math.hypot(...Array.from({ length: k }, (_, p) => number(p)));
  const longest: [left: number, right: number] = [
    Math.max(0, ...Array.from({ length: m }, (_, i) => length((p) => left(i, p)))),
    Math.max(0, ...Array.from({ length: n }, (_, j) => length((p) => right(p, j)))),
  ];
  wasm.IN_INTEGERS.value = numbers === 'integers' ? 1 : 0;
  const scratch = (4 * 400_000) as Pointer;
  floats.fill(NaN, 400_000, 400_000 + wasm.multiplyScratchFloats());
  const pointers = { a: a.pointer, b: b.pointer, c: c.pointer };
  const strides = { lda: a.stride, ldb: b.stride, ldc: c.stride };
  performTask(simd, kernels.multiply({ m, n, k, transposeA, transposeB, ...pointers, ...strides, ...from }), scratch);

  const actual = expected.map((_, q) => c.at(Math.floor(q / n), q % n));
  const outside = [...floats.subarray(cStart, cStart + m * c.stride + 64)]
    .map((value, q) => ({ value, row: Math.floor(q / c.stride), column: q % c.stride }))
    .filter(({ value, row, column }) => (row >= m || column >= n) && !Number.isNaN(value));
  return { actual, expected, outside, longest };
}
