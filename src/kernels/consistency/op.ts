import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import type { LinkTensors } from '../links/op.ts';
import { kernel, run } from '../shared/kernel.ts';

// Dimension letters of this folder: N tokens, K tags, M tokens with links, L links, Y entity types, including O.

/** `p[m, types[k]] = sum of softmax(x[rows[m]])[k]` over the tags k of a type. */
export const TypeShares = kernel<
  { x: Tensor2D; rows: Tensor1D; types: Tensor1D },
  { typeCount: number },
  readonly [p: Tensor2D]
>('TypeShares');

/**
 * `y[n] = x[n]`, and for the rows with links `y[rows[m], k] += weight (1 − sum of p[m]²) mean of p[targets[e], types[k]]` over the links e of
 * m. `items` is the inverse of `rows`.
 */
export const ConsistentScores = kernel<
  {
    x: Tensor2D;
    p: Tensor2D;
    types: Tensor1D;
    offsets: Tensor1D;
    items: Tensor1D;
    linkOffsets: Tensor1D;
    linkTargets: Tensor1D;
  },
  { weight: number },
  readonly [y: Tensor2D]
>('ConsistentScores');

/** The type of each tag, for `consistentScores`. */
export interface TagTypeTensors {
  /** [K] int32, in [0, count) */
  types: Tensor1D;
  /** Y */
  count: number;
}

/**
 * A second pass over emissions: tokens with uncertain drafts also use the drafts of the word's other occurrences in the document.
 * The draft p of a token is its softmax, summed by entity type; its doubt is `1 − sum of p²`, the probability that two draws from p
 * differ. `weight · doubt · mean of the others' p` at the type of its tag is added to each emission. This is one mean-field step in a CRF
 * with edges between equal words (Sutton & McCallum 2004), weighted by doubt, as in the second stage of Krishnan & Manning 2006. No
 * gradient.
 *
 * @param x [N, K] emissions
 * @param weight 0: emissions are unchanged
 * @returns [N, K]; unchanged for tokens without links
 */
export function consistentScores(
  x: Tensor2D,
  { types, count }: TagTypeTensors,
  { rows, own }: LinkTensors,
  weight: number,
) {
  assert(
    x.shape[1] === types.size && rows.offsets.size === x.shape[0] + 1 && own.offsets.size === rows.index.size + 1,
    () => `consistentScores: x [${x.shape}], ${types.size} tags, ${rows.index.size} rows, ${own.offsets.size} offsets`,
  );
  const [p] = run(TypeShares, { x, rows: rows.index, types }, { typeCount: count });
  const inverse = { offsets: rows.offsets, items: rows.items };
  const links = { linkOffsets: own.offsets, linkTargets: own.targets };
  const [y] = run(ConsistentScores, { x, p, types, ...inverse, ...links }, { weight });
  p.dispose();
  return y;
}
