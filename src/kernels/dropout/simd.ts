import { util } from '../../tensors/tensors.ts';
import type { Microseconds } from '../../lib/units.ts';
import { kernels, LINE_FLOATS } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { Dropout } from './op.ts';

/** Approximate time per element. */
const ELEMENT: Microseconds = 1e-3;

export function registerDropoutSimd(): void {
  implementSimd(Dropout, ({ inputs: { x }, attrs: { rate, key }, backend }) => {
    const y = backend.output(x.shape);
    // For integers, `bits < rate · 2^32` is `bits < ceil(rate · 2^32)`; it fits an unsigned 32-bit integer for every rate
    // below 1 - 2^-32.
    const threshold = Math.min(Math.ceil(rate * 2 ** 32), 2 ** 32 - 1);
    const scale = 1 / (1 - rate);
    const size = util.sizeFromShape(x.shape);
    const shared = { x: backend.pointer(x), y: backend.pointer(y), key, threshold, scale };
    backend.run(
      ranges(size, backend.parts(size * ELEMENT), LINE_FLOATS).map(({ from, to }) =>
        kernels.dropout({ ...shared, from, to }),
      ),
    );
    return [y];
  });
}
