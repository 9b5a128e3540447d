import type { TensorInfo } from '@tensorflow/tfjs-core';
import { implementSimd } from '../simd/implement.ts';
import { productBlocks, productTime } from '../simd/threads/ranges.ts';
import { Linear, LinearGrad } from './op.ts';

export function registerLinearSimd(): void {
  implementSimd(Linear, ({ inputs: { x, w, b }, backend }) => {
    const { n, inputs, outputs } = sizes(x, w);
    const y = backend.output([n, outputs]);
    const pointers = backend.pointers(x, w, b, y);
    backend.run(
      productBlocks(n, outputs, backend.shares(productTime(n, outputs, inputs))).map(
        (block) => ['linear', inputs, outputs, ...block, ...pointers] as const,
      ),
      backend.wasm.multiplyScratchFloats(),
    );
    return [y];
  });

  implementSimd(LinearGrad, ({ inputs: { dy, x, w }, backend }) => {
    const { n, inputs, outputs } = sizes(x, w);
    const dx = backend.output([n, inputs]);
    const dw = backend.output([inputs, outputs]);
    const db = backend.output([outputs]);
    const pointersX = backend.pointers(dy, w, dx);
    const pointersW = backend.pointers(dy, x, dw, db);
    const shares = backend.shares(2 * productTime(n, outputs, inputs));
    backend.run(
      [
        ...productBlocks(inputs, outputs, shares).map(
          (block) => ['linearGradW', n, inputs, outputs, ...block, ...pointersW] as const,
        ),
        ...productBlocks(n, inputs, shares).map(
          (block) => ['linearGradX', inputs, outputs, ...block, ...pointersX] as const,
        ),
      ],
      backend.wasm.multiplyScratchFloats(),
    );
    return [dx, dw, db];
  });
}

function sizes({ shape: [n, inputs] }: TensorInfo, w: TensorInfo) {
  return { n: n!, inputs: inputs!, outputs: w.shape[1]! };
}
