import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { SimdBackend } from '../simd/backend.ts';
import { keepsWideSums } from '../simd/engine.ts';
import { implementSimd } from '../simd/implement.ts';
import { productBlocks, productTime } from '../simd/threads/ranges.ts';
import { Linear, LinearGrad } from './op.ts';

export function registerLinearSimd(): void {
  implementSimd(Linear, ({ inputs: { x, w, b }, backend }) => {
    const { n, inputs, outputs } = sizes(x, w);
    const y = backend.output([n, outputs]);
    const pointers = backend.pointers(x, w, b, y);
    const blocks = productBlocks(n, outputs, backend.parts(productTime(n, outputs, inputs)));
    if (isSparse(backend, x, outputs)) {
      backend.run(
        blocks.map((block) => ['linearSparse', inputs, outputs, keepsWideSums, ...block, ...pointers]),
        backend.wasm.sparseScratchFloats(n),
      );
    } else {
      backend.run(
        blocks.map((block) => ['linear', inputs, outputs, ...block, ...pointers]),
        backend.wasm.gemmScratchFloats(),
      );
    }
    return [y];
  });

  implementSimd(LinearGrad, ({ inputs: { dy, x, w }, backend }) => {
    const { n, inputs, outputs } = sizes(x, w);
    const dx = backend.output([n, inputs]);
    const dw = backend.output([inputs, outputs]);
    const db = backend.output([outputs]);
    const pointersX = backend.pointers(dy, w, dx);
    const pointersW = backend.pointers(dy, x, dw, db);
    const parts = backend.parts(2 * productTime(n, outputs, inputs));
    const blocksW = productBlocks(inputs, outputs, parts);
    const isXSparse = isSparse(backend, x, outputs);
    backend.run(
      [
        ...blocksW.map((block) =>
          isXSparse
            ? (['linearSparseGradW', n, inputs, outputs, keepsWideSums, ...block, ...pointersW] as const)
            : (['linearGradW', n, inputs, outputs, ...block, ...pointersW] as const),
        ),
        ...productBlocks(n, inputs, parts).map(
          (block) => ['linearGradX', inputs, outputs, ...block, ...pointersX] as const,
        ),
      ],
      Math.max(backend.wasm.gemmScratchFloats(), isXSparse ? backend.wasm.sparseScratchFloats(inputs) : 0),
    );
    return [dx, dw, db];
  });
}

/** From this share of zeros on, the product of the others alone is faster. */
const MANY_ZEROS = 0.4;

/** Whether dropout, or anything else, has left `x` so that its products are made of what is not zero; they have the same bits. */
function isSparse(backend: SimdBackend, x: TensorInfo, outputs: number): boolean {
  if (outputs % 8 !== 0) return false;
  const [n, inputs] = x.shape as [number, number];
  return backend.wasm.countZeros(n * inputs, backend.pointer(x)) > MANY_ZEROS * n * inputs;
}

function sizes({ shape: [n, inputs] }: TensorInfo, w: TensorInfo) {
  return { n: n!, inputs: inputs!, outputs: w.shape[1]! };
}
