import { randomUniform, streamKey } from '../../src/lib/rng.ts';
import { assert } from '../../src/lib/assert.ts';
import { expectClose } from './allclose.ts';
import { TOLERANCES } from './tolerances.ts';

/** A scalar function of an array, computed in float64: a reference, never a float32 kernel. */
export type ScalarFunction = (x: Float64Array) => number;

/** Above this many coordinates, a few random directions stand for all of them. */
const MAX_COORDINATES = 300;
const DIRECTIONS = 12;

/** Half step of the central difference: its error is of order ε² (truncation) and 1e-16/ε (rounding), both about 1e-10. */
const EPSILON = 1e-5;

function along(f: ScalarFunction, x: Float64Array, direction: Float64Array): number {
  const at = (step: number) => f(x.map((value, i) => value + step * direction[i]!));
  return (at(EPSILON) - at(-EPSILON)) / (2 * EPSILON);
}

/** The gradient of `f` at `x` by central differences, every coordinate. */
export function numericalGradient(f: ScalarFunction, x: ArrayLike<number>): Float64Array {
  const point = Float64Array.from(x);
  return point.map((_, i) => {
    const unit = new Float64Array(point.length);
    unit[i] = 1;
    return along(f, point, unit);
  });
}

/**
 * Throws unless `gradient` is the gradient of `f` at `x`: every coordinate for small arrays, random directions (each a sum
 * over all coordinates with weights in [−1, 1)) for large ones.
 */
export function expectGradient(
  f: ScalarFunction,
  x: ArrayLike<number>,
  gradient: ArrayLike<number>,
  label = 'gradient',
  tolerance = TOLERANCES.finiteDifferences,
): void {
  assert(gradient.length === x.length, () => `${label}: ${gradient.length} values for ${x.length} coordinates`);
  if (x.length <= MAX_COORDINATES) {
    expectClose(gradient, numericalGradient(f, x), tolerance, label);
    return;
  }
  const point = Float64Array.from(x);
  const projections = Array.from({ length: DIRECTIONS }, (_, n) => {
    const direction = point.map((_value, i) => 2 * randomUniform(streamKey(n), i) - 1);
    const analytic = direction.reduce((sum, weight, i) => sum + weight * gradient[i]!, 0);
    return { analytic, numerical: along(f, point, direction) };
  });
  expectClose(
    projections.map(({ analytic }) => analytic),
    projections.map(({ numerical }) => numerical),
    tolerance,
    `${label} along random direction`,
  );
}
