import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';
import type { LookupTensors } from '../shared/ragged-tensors.ts';

// Dimension letters of this folder: M tokens with links, L links, A dimensions of queries and keys, D of values.

/** `weights[e] = softmax of q[m] . k[targets[e]] / sqrt(A) over the links e of m`. */
export const LinkWeights = kernel<
  { q: Tensor2D; k: Tensor2D; offsets: Tensor1D; targets: Tensor1D },
  object,
  readonly [weights: Tensor1D]
>('LinkWeights');

/** The gradient of the scores before softmax and scale: `p[e] (g[e] − sum of p g over the links of m) / sqrt(A)`, `g[e] = dy[m] . v[targets[e]]`. */
export const LinkWeightsGrad = kernel<
  { dy: Tensor2D; v: Tensor2D; weights: Tensor1D; offsets: Tensor1D; targets: Tensor1D },
  { scale: number },
  readonly [dScores: Tensor1D]
>('LinkWeightsGrad');

/** `y[r] = sum of weights[entries[i]] x[targets[i]] over i in [offsets[r], offsets[r + 1])`, in that order. */
export const LinkSums = kernel<
  { weights: Tensor1D; x: Tensor2D; offsets: Tensor1D; entries: Tensor1D; targets: Tensor1D },
  object,
  readonly [y: Tensor2D]
>('LinkSums');

/** `y = tanh(x)`, and `dx = dy (1 − y²)`. */
export const Tanh = kernel<{ x: Tensor2D }, object, readonly [y: Tensor2D]>('Tanh');
export const TanhGrad = kernel<{ dy: Tensor2D; y: Tensor2D }, object, readonly [dx: Tensor2D]>('TanhGrad');

/** `y[n] = h[n]`, and for the rows with a link `y[rows[m]] += sigmoid(a[m]) c[m]`. `items` is the inverse of `rows`. */
export const GatedAdd = kernel<
  { h: Tensor2D; a: Tensor2D; c: Tensor2D; offsets: Tensor1D; items: Tensor1D },
  object,
  readonly [y: Tensor2D]
>('GatedAdd');
export const GatedAddGrad = kernel<
  { dy: Tensor2D; a: Tensor2D; c: Tensor2D; rows: Tensor1D },
  object,
  readonly [da: Tensor2D, dc: Tensor2D]
>('GatedAddGrad');

/** Compressed sparse rows of links: the links from each token, or those to each token. */
interface LinkRows {
  offsets: Tensor1D; // [M+1] int32
  entries: Tensor1D; // [L] int32, indices of links
  targets: Tensor1D; // [L] int32, in [0, M)
}

/** The links of a batch on the device: see `data/batches/links.ts`. */
export interface LinkTensors {
  /** The rows of the M tokens in the batch's N, and its inverse. */
  rows: LookupTensors;
  /** From each token, nearest first; `entries` are 0, 1, 2, … */
  own: LinkRows;
  /** To each token; `targets` are the tokens that they come from. */
  inverse: LinkRows;
}

/**
 * Attention of each token over its links: `y[m] = sum of softmax(q[m] . k[j] / sqrt(A)) v[j]` over the targets j of m (Vaswani et al.
 * 2017 §3.2.1, over a few rows instead of all).
 *
 * @param q [M, A]
 * @param k [M, A]
 * @param v [M, D]
 * @returns [M, D]
 */
export function attend(q: Tensor2D, k: Tensor2D, v: Tensor2D, { own, inverse }: LinkTensors): Tensor2D {
  assert(
    q.shape[0] === k.shape[0] && q.shape[1] === k.shape[1] && v.shape[0] === q.shape[0],
    () => `attend: q [${q.shape}], k [${k.shape}], v [${v.shape}]`,
  );
  assert(own.offsets.size === q.shape[0] + 1, () => `attend: ${own.offsets.size} offsets for ${q.shape[0]} tokens`);
  return differentiable(
    [q, k, v],
    (queries, keys, values) => {
      const [weights] = run(LinkWeights, { q: queries, k: keys, offsets: own.offsets, targets: own.targets }, {});
      const [y] = run(LinkSums, { weights, x: values, ...own }, {});
      return { y, saved: [queries, keys, values, weights] as const };
    },
    (dy, [queries, keys, values, weights]) => {
      const links = { offsets: own.offsets, targets: own.targets };
      const scale = 1 / Math.sqrt(queries.shape[1]);
      const [dScores] = run(LinkWeightsGrad, { dy, v: values, weights, ...links }, { scale });
      return [
        run(LinkSums, { weights: dScores, x: keys, ...own }, {})[0],
        run(LinkSums, { weights: dScores, x: queries, ...inverse }, {})[0],
        run(LinkSums, { weights, x: dy, ...inverse }, {})[0],
      ];
    },
  );
}

/** The weights of `attend`, without a gradient: [L], normalized per token. */
export function attentionWeights(q: Tensor2D, k: Tensor2D, { own }: LinkTensors): Tensor1D {
  return run(LinkWeights, { q, k, offsets: own.offsets, targets: own.targets }, {})[0];
}

/** `y = tanh(x)`. @param x [M, D] */
export function tanhOf(x: Tensor2D): Tensor2D {
  return differentiable(
    [x],
    (input) => {
      const [y] = run(Tanh, { x: input }, {});
      return { y, saved: [y] as const };
    },
    (dy, [y]) => run(TanhGrad, { dy, y }, {}),
  );
}

/**
 * Adds gated values to some rows: `y[rows[m]] = h[rows[m]] + sigmoid(a[m]) c[m]`; other rows are unchanged.
 *
 * @param h [N, D]
 * @param a [M, D] the gate before its sigmoid
 * @param c [M, D]
 * @param rows of N, each at most once
 */
export function gatedAdd(h: Tensor2D, a: Tensor2D, c: Tensor2D, rows: LookupTensors): Tensor2D {
  assert(
    `${a.shape}` === `${c.shape}` && a.shape[0] === rows.index.size && rows.offsets.size === h.shape[0] + 1,
    () => `gatedAdd: h [${h.shape}], a [${a.shape}], c [${c.shape}], ${rows.index.size} rows`,
  );
  const { index, offsets, items } = rows;
  return differentiable(
    [h, a, c],
    (states, gate, context) => ({
      y: run(GatedAdd, { h: states, a: gate, c: context, offsets, items }, {})[0],
      saved: [gate, context] as const,
    }),
    (dy, [gate, context]) => [dy, ...run(GatedAddGrad, { dy, a: gate, c: context, rows: index }, {})],
  );
}
