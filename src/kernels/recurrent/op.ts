import type { Tensor1D, Tensor2D, Tensor3D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';
import type { RaggedTensors } from '../shared/ragged-tensors.ts';
import { GATES, type Cell } from './cells.ts';

type LayoutInputs = { lengths: Tensor1D; stepOffsets: Tensor1D };

/**
 * See `recurrent`. `gates` are the activated gates; `memory` is the other state that the gradient needs: the cell state c (LSTM),
 * `h . Wh_n` (GRU), or zeros (RNN, whose `memory` is not read).
 */
export const Recurrent = kernel<
  LayoutInputs & { projected: Tensor2D; wh: Tensor3D },
  { cell: Cell },
  readonly [y: Tensor2D, gates: Tensor2D, memory: Tensor2D]
>('Recurrent');

/** See `recurrentOutput`. */
export const RecurrentOutput = kernel<
  LayoutInputs & { projected: Tensor2D; inputRows: Tensor1D; wh: Tensor3D },
  { cell: Cell },
  readonly [y: Tensor2D]
>('RecurrentOutput');

export const RecurrentGrad = kernel<
  LayoutInputs & { dy: Tensor2D; y: Tensor2D; gates: Tensor2D; memory: Tensor2D; wh: Tensor3D },
  { cell: Cell },
  readonly [dProjected: Tensor2D, dWh: Tensor3D]
>('RecurrentGrad');

/**
 * One bidirectional recurrent layer over ragged sequences; both directions start from zeros. With `h` and `c` the state of
 * the direction's previous item, `a = projected[row, direction] + h . wh[direction]`, and the gates in PyTorch's order:
 *
 *     LSTM (i, f, g, o)  c' = sigmoid(f) c + sigmoid(i) tanh(g),  h' = sigmoid(o) tanh(c')
 *     GRU  (r, z, n)     n  = tanh(x_n + sigmoid(r) (h . wh_n)),  h' = (1 - sigmoid(z)) n + sigmoid(z) h
 *     RNN                h' = tanh(a)
 *
 * (PyTorch nn.LSTM, nn.GRU with bias_hh = 0, nn.RNN.) On simd, products may use 16-bit integers; outputs then have errors below 1e-3.
 *
 * @param projected [N, 2·G·H] = x . wx + b: the forward direction's gates, then the backward one's
 * @param wh [2, H, G·H]
 * @returns [N, 2H]: forward ‖ backward
 */
export function recurrent(cell: Cell, projected: Tensor2D, wh: Tensor3D, layout: RaggedTensors): Tensor2D {
  assertShapes(cell, projected, wh);
  const { lengths, stepOffsets, rows } = layout;
  assert(projected.shape[0] === rows, () => `recurrent: projected is [${projected.shape}] for ${rows} rows`);
  return differentiable(
    [projected, wh],
    (input, weights) => {
      const [y, gates, memory] = run(Recurrent, { projected: input, wh: weights, lengths, stepOffsets }, { cell });
      return { y, saved: [y, gates, memory, weights] as const };
    },
    (dy, [y, gates, memory, weights]) =>
      run(RecurrentGrad, { dy, y, gates, memory, wh: weights, lengths, stepOffsets }, { cell }),
  );
}

/**
 * The same layer for inference: it has no gradient and stores no gates. Items with the same input share its projection.
 *
 * @param projected [P, 2·G·H]
 * @param inputRows [N] int32, the row of `projected` for each item
 * @param wh [2, H, G·H]
 * @returns [N, 2H]
 */
export function recurrentOutput(
  cell: Cell,
  projected: Tensor2D,
  inputRows: Tensor1D,
  wh: Tensor3D,
  layout: RaggedTensors,
): Tensor2D {
  assertShapes(cell, projected, wh);
  const { lengths, stepOffsets, rows } = layout;
  assert(inputRows.size === rows, () => `recurrentOutput: ${inputRows.size} inputs for ${rows} rows`);
  return run(RecurrentOutput, { projected, inputRows, wh, lengths, stepOffsets }, { cell })[0];
}

/** Outputs and states of a layer's cells: see `Recurrent`. */
export interface RecurrentStates {
  y: Tensor2D; // [N, 2H]
  gates: Tensor2D; // [N, 2·G·H]: activated gates of each direction
  memory: Tensor2D; // [N, 2H]
}

/** The same layer for explanations: without a gradient, with the gates and states of every item. */
export function recurrentStates(
  cell: Cell,
  projected: Tensor2D,
  wh: Tensor3D,
  { lengths, stepOffsets }: RaggedTensors,
): RecurrentStates {
  assertShapes(cell, projected, wh);
  const [y, gates, memory] = run(Recurrent, { projected, wh, lengths, stepOffsets }, { cell });
  return { y, gates, memory };
}

function assertShapes(cell: Cell, projected: Tensor2D, { shape: [directions, hidden, columns] }: Tensor3D): void {
  assert(
    directions === 2 && columns === GATES[cell] * hidden && projected.shape[1] === 2 * columns,
    () => `recurrent: wh is [${directions}, ${hidden}, ${columns}], projected [${projected.shape}] for cell ${cell}`,
  );
}
