import { NULL_POINTER, type Pointer } from '../lib/pointer.ts';
import { rowAt, type Kernels } from './kernels.ts';

/** Rows of a product computed at a time: they stay in a core's second-level cache for all columns. */
const BLOCK_ROWS = 256;

/** `y = x · w + b` with w packed. */
export interface Product {
  inputs: number;
  outputs: number;
  panels: Pointer;
  bias: Pointer;
}

/** Packs weights into permanent memory. @param w [inputs, outputs] @param b [outputs] */
export function packProduct(
  { wasm, arena }: Kernels,
  w: Float32Array,
  b: Float32Array,
  inputs: number,
  outputs: number,
): Product {
  const bias = arena.put(b);
  const panels = arena.take(wasm.panelFloats({ n: outputs, k: inputs }));
  arena.keep();
  wasm.packPanels({ n: outputs, k: inputs, b: arena.put(w), ldb: outputs, transposed: false, panels });
  arena.clear();
  return { inputs, outputs, panels, bias };
}

/** @param x [rows, inputs] @param y [rows, outputs], overwritten. Every row is computed independently of the others. */
export function multiply(
  { wasm, arena }: Kernels,
  { inputs, outputs, panels, bias }: Product,
  x: Pointer,
  rows: number,
  y: Pointer = arena.take(rows * outputs),
): Pointer {
  const scratch = arena.take(wasm.panelScratchFloats({ m: Math.min(rows, BLOCK_ROWS), k: inputs }));
  for (let row = 0; row < rows; row += BLOCK_ROWS) {
    wasm.multiplyPanels({
      m: Math.min(BLOCK_ROWS, rows - row),
      n: outputs,
      k: inputs,
      a: rowAt(x, row, inputs),
      lda: inputs,
      panels,
      c: rowAt(y, row, outputs),
      ldc: outputs,
      addend: bias,
      addendRows: NULL_POINTER,
      ldAddend: 0,
      scratch,
    });
  }
  return y;
}
