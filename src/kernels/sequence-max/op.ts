import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';
import type { RaggedTensors } from '../shared/ragged-tensors.ts';

type Layout = { lengths: Tensor1D; stepOffsets: Tensor1D };

/** See `sequenceMax`; also returns the item of each maximum (the first, on a tie). */
export const SequenceMax = kernel<Layout & { x: Tensor2D }, object, readonly [y: Tensor2D, argmax: Tensor2D]>(
  'SequenceMax',
);

/** The gradient: each item gets those of the maxima that it is; all others, and rows of no sequence, get 0. */
export const SequenceMaxGrad = kernel<
  Layout & { dy: Tensor2D; argmax: Tensor2D },
  { rows: number },
  readonly [dx: Tensor2D]
>('SequenceMaxGrad');

/**
 * The maximum of each column over the items of each sequence (max-over-time pooling, Collobert et al. 2011 §3.3.2):
 *
 *     y[b, d] = max over t of x[row of item t of sequence b, d]
 *
 * @param x [N, D]
 * @param sequences B sequences of N items
 * @returns [B, D]
 */
export function sequenceMax(x: Tensor2D, { lengths, stepOffsets, rows }: RaggedTensors): Tensor2D {
  assert(x.shape[0] === rows, () => `sequenceMax: ${x.shape[0]} rows for ${rows} items`);
  return differentiable(
    [x],
    (items) => {
      const [y, argmax] = run(SequenceMax, { x: items, lengths, stepOffsets }, {});
      return { y, saved: [argmax] as const };
    },
    (dy, [argmax]) => run(SequenceMaxGrad, { dy, argmax, lengths, stepOffsets }, { rows }),
  );
}
