import type { TensorInfo } from '../../tensors/tensors.ts';
import { kernels } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { productBlocks, productTime } from '../simd/threads/ranges.ts';
import { Linear, LinearGrad } from './op.ts';

export function registerLinearSimd(): void {
  implementSimd(Linear, ({ inputs: { x, w, b }, backend }) => {
    const { n, inputs, outputs } = sizes(x, w);
    const y = backend.output([n, outputs]);
    const shared = {
      x: backend.pointer(x),
      w: backend.pointer(w),
      b: backend.pointer(b),
      y: backend.pointer(y),
      inputs,
      outputs,
    };
    backend.run(
      productBlocks(n, outputs, backend.shares(productTime(n, outputs, inputs))).map(
        ({ rowsFrom, rowsTo, columnsFrom, columnsTo }) =>
          kernels.linear({ ...shared, rowsFrom, rowsTo, columnsFrom, columnsTo }),
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
    const shared = {
      dy: backend.pointer(dy),
      x: backend.pointer(x),
      w: backend.pointer(w),
      dx: backend.pointer(dx),
      dw: backend.pointer(dw),
      db: backend.pointer(db),
      n,
      inputs,
      outputs,
    };
    const shares = backend.shares(2 * productTime(n, outputs, inputs));
    backend.run(
      [
        ...productBlocks(inputs, outputs, shares).map(({ rowsFrom, rowsTo, columnsFrom, columnsTo }) =>
          kernels.linearGradW({ ...shared, rowsFrom, rowsTo, columnsFrom, columnsTo }),
        ),
        ...productBlocks(n, inputs, shares).map(({ rowsFrom, rowsTo, columnsFrom, columnsTo }) =>
          kernels.linearGradX({ ...shared, rowsFrom, rowsTo, columnsFrom, columnsTo }),
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
