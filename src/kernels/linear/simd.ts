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
    const density = densityOf(backend, x, outputs);
    backend.run(
      productBlocks(n, outputs, backend.parts(productTime(n, outputs, inputs))).map(
        (block) => ['linear', inputs, outputs, density, ...block, ...pointers] as const,
      ),
      backend.wasm.linearScratchFloats(n, density),
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
    const parts = backend.parts(2 * productTime(n, outputs, inputs));
    const density = densityOf(backend, x, outputs);
    const scratch = [density, DENSE].map((of) => backend.wasm.linearScratchFloats(inputs, of));
    backend.run(
      [
        ...productBlocks(inputs, outputs, parts).map(
          (block) => ['linearGradW', n, inputs, outputs, density, ...block, ...pointersW] as const,
        ),
        ...productBlocks(n, inputs, parts).map(
          (block) => ['linearGradX', inputs, outputs, ...block, ...pointersX] as const,
        ),
      ],
      Math.max(...scratch),
    );
    return [dx, dw, db];
  });
}

/** As in simd.as.ts. */
const [DENSE, SPARSE, SPARSE_WITH_ROOM] = [0, 1, 2] as const;

/** From this share of zeros on, the product of the others alone is faster. */
const MANY_ZEROS = 0.4;

/** Dropout, most of all, leaves an `x` whose products are better made of what is not zero; they have the same bits. */
function densityOf(backend: SimdBackend, x: TensorInfo, outputs: number): number {
  const [n, inputs] = x.shape as [number, number];
  const zeros = backend.wasm.countZeros(n * inputs, backend.pointer(x));
  if (outputs % 8 !== 0 || zeros <= MANY_ZEROS * n * inputs) return DENSE;
  return keepsWideSums ? SPARSE_WITH_ROOM : SPARSE;
}

function sizes({ shape: [n, inputs] }: TensorInfo, w: TensorInfo) {
  return { n: n!, inputs: inputs!, outputs: w.shape[1]! };
}
