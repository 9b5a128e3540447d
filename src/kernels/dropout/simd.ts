import { util } from '@tensorflow/tfjs-core';
import { implementSimd } from '../simd/implement.ts';
import { Dropout } from './op.ts';

export function registerDropoutSimd(): void {
  implementSimd(Dropout, ({ inputs: { x }, attrs: { rate, key }, backend }) => {
    const y = backend.output(x.shape);
    // For integers, `bits < rate · 2^32` is `bits < ceil(rate · 2^32)`; an unsigned 32-bit integer holds it for every rate
    // below 1 - 2^-32.
    const threshold = Math.min(Math.ceil(rate * 2 ** 32), 2 ** 32 - 1);
    backend.wasm.dropout(util.sizeFromShape(x.shape), ...backend.pointers(x, y), key, threshold, 1 / (1 - rate));
    return [y];
  });
}
