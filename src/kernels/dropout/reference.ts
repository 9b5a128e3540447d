import { randomBits } from '../../lib/rng.ts';

/**
 * The specification of the `Dropout` kernel; the gradient is the same function of dy (Srivastava 2014 §4, inverted:
 * kept elements are scaled up in training).
 *
 * @param x any shape; the mask depends on the flat index
 */
export function dropoutReference(x: ArrayLike<number>, rate: number, key: number): Float64Array {
  const dropped = rate * 2 ** 32; // number of the 2^32 random integers that drop
  return Float64Array.from(x, (value, i) => (randomBits(key, i) < dropped ? 0 : value / (1 - rate)));
}
