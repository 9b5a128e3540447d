import type { Tensor1D, Tensor2D } from '@tensorflow/tfjs-core';
import { assert } from '../../lib/assert.ts';
import type { LinkTensors } from '../links/op.ts';
import { kernel, run } from '../shared/kernel.ts';

// Dimension letters of this folder: N tokens, K tags, M tokens that have links, L links, Y types of entities, O among them.

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
 * A second pass over emissions: where the draft of a token is in doubt, those of the word's other occurrences in its document count, too.
 * The draft p of a token is its softmax, summed by entity type; its doubt is `1 − sum of p²`, the probability that two draws from p differ. Each
 * emission grows by `weight · doubt · mean of the others' p` at the type of its tag. It is one step of mean field in a CRF with edges
 * between equal words (Sutton & McCallum 2004), for doubtful tokens only, as in the second stage of Krishnan & Manning 2006. No gradient.
 *
 * @param x [N, K] emissions
 * @param weight 0: nothing changes
 * @returns [N, K]; tokens without links keep theirs
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
