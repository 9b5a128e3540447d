import { assert } from '../../src/lib/assert.ts';

/** Close means `|actual − expected| ≤ atol + rtol · |expected|`. */
export interface Tolerance {
  rtol: number;
  atol: number;
}

export interface Mismatch {
  index: number;
  actual: number;
  expected: number;
}

/** Equal infinities are close, NaN is close to NaN only, and no finite number is close to a non-finite one. */
function isClose(actual: number, expected: number, { rtol, atol }: Tolerance): boolean {
  if (Object.is(actual, expected) || actual === expected) return true;
  return Number.isFinite(expected) && Math.abs(actual - expected) <= atol + rtol * Math.abs(expected);
}

/** The worst element that is not close, a non-finite one first; undefined when all are close. */
export function worstMismatch(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: Tolerance,
): Mismatch | undefined {
  assert(actual.length === expected.length, () => `allclose: ${actual.length} values, expected ${expected.length}`);
  let worst: Mismatch | undefined;
  let worstError = 0;
  for (let index = 0; index < actual.length; index++) {
    const [a, e] = [actual[index]!, expected[index]!];
    if (isClose(a, e, tolerance)) continue;
    const excess = Math.abs(a - e) - (tolerance.atol + tolerance.rtol * Math.abs(e));
    const error = Number.isNaN(excess) ? Infinity : excess;
    if (worst === undefined || error > worstError) {
      worst = { index, actual: a, expected: e };
      worstError = error;
    }
  }
  return worst;
}

/** Throws, naming the worst element with both values, unless all are close. */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: Tolerance,
  label = 'values',
): void {
  const mismatch = worstMismatch(actual, expected, tolerance);
  if (mismatch === undefined) return;
  const { index, actual: a, expected: e } = mismatch;
  const { rtol, atol } = tolerance;
  throw new Error(
    `${label}[${index}] of ${actual.length} is ${a}, expected ${e}: off by ${Math.abs(a - e)}, allowed ${atol} + ${rtol}·|expected|`,
  );
}
