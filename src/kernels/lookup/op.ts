import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';
import type { BagTensors, LookupTensors } from '../shared/ragged-tensors.ts';

/** `y[n] = table[index[n]]`; 0 for an index of -1. */
export const LookupRows = kernel<{ table: Tensor2D; index: Tensor1D }, object, readonly [y: Tensor2D]>('LookupRows');

/** `dTable[r] = sum of dy[n] over the items n of row r`, in the order of the items. */
export const LookupRowsGrad = kernel<
  { dy: Tensor2D; offsets: Tensor1D; items: Tensor1D },
  object,
  readonly [dTable: Tensor2D]
>('LookupRowsGrad');

/**
 * Rows of a table, without a gradient: the rows of the batch's distinct words, which are a leaf for differentiation.
 *
 * @param table [V, E]
 * @param index [W] int32, each in [0, V), or -1 for a row of zeros
 * @returns [W, E]
 */
export function takeRows(table: Tensor2D, index: Tensor1D): Tensor2D {
  return run(LookupRows, { table, index }, {})[0];
}

/**
 * Rows of a table with a gradient: `y[n] = table[index[n]]`.
 *
 * TF.js' own gather sums its gradient with float atomics on WebGPU, in no fixed order. Here each row of the gradient is
 * summed in a fixed order.
 *
 * @param table [R, D]
 * @param lookup index [N] into the rows, and its inverse
 * @returns [N, D]
 */
export function lookupRows(table: Tensor2D, lookup: LookupTensors): Tensor2D {
  assert(
    lookup.offsets.size === table.shape[0] + 1,
    () => `lookupRows: ${lookup.offsets.size} offsets for ${table.shape[0]} rows`,
  );
  const { index, offsets, items } = lookup;
  return differentiable(
    [table],
    (x) => ({ y: run(LookupRows, { table: x, index }, {})[0], saved: [] }),
    (dy) => run(LookupRowsGrad, { dy, offsets, items }, {}),
  );
}

/**
 * Sums of rows of a table, with a gradient (an embedding bag): `y[n] = sum of table[r] over the rows r of bag n`; zeros for an empty bag.
 *
 * The sum over the rows of a bag is the gradient of a look-up, and its own gradient is the sum over the bags of a row: both are
 * `LookupRowsGrad`.
 *
 * @param table [R, D]
 * @param bags N bags of its rows
 * @returns [N, D]
 */
export function sumRows(table: Tensor2D, bags: BagTensors): Tensor2D {
  assert(
    bags.inverseOffsets.size === table.shape[0] + 1,
    () => `sumRows: ${bags.inverseOffsets.size} offsets for ${table.shape[0]} rows`,
  );
  const { offsets, rows, inverseOffsets } = bags;
  return differentiable(
    [table],
    (x) => ({ y: run(LookupRowsGrad, { dy: x, offsets, items: rows }, {})[0], saved: [] }),
    (dy) => run(LookupRowsGrad, { dy, offsets: inverseOffsets, items: bags.bags }, {}),
  );
}
