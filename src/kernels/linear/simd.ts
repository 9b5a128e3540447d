import type { TensorInfo } from '@tensorflow/tfjs-core';
import { implementSimd } from '../simd/implement.ts';
import { Linear, LinearGrad } from './op.ts';

export function registerLinearSimd(): void {
  implementSimd(Linear, ({ inputs: { x, w, b }, backend }) => {
    const { n, inputs, outputs } = sizes(x, w);
    const y = backend.output([n, outputs]);
    const pointers = backend.pointers(x, w, b, y);
    backend.wasm.linear(n, inputs, outputs, ...pointers, backend.gemmScratch());
    return [y];
  });

  implementSimd(LinearGrad, ({ inputs: { dy, x, w }, backend }) => {
    const { n, inputs, outputs } = sizes(x, w);
    const dx = backend.output([n, inputs]);
    const dw = backend.output([inputs, outputs]);
    const db = backend.output([outputs]);
    const pointers = backend.pointers(dy, x, w, dx, dw, db);
    backend.wasm.linearGrad(n, inputs, outputs, ...pointers, backend.gemmScratch());
    return [dx, dw, db];
  });
}

function sizes({ shape: [n, inputs] }: TensorInfo, w: TensorInfo) {
  return { n: n!, inputs: inputs!, outputs: w.shape[1]! };
}
