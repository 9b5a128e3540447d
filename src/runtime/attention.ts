import type { LinkRows } from '../data/batches/link-rows.ts';
import type { Pointer } from '../lib/pointer.ts';
import type { Parameters } from './architecture.ts';
import type { Kernels } from './kernels.ts';
import { multiply, packProduct, type Product } from './linear.ts';

/** Dimensions of queries and keys. */
export const A = 64;

/** A product without a bias. */
export function matrixOf(
  kernels: Kernels,
  parameter: Parameters,
  name: string,
  inputs: number,
  outputs: number,
): Product {
  return packProduct(kernels, parameter(name, [inputs, outputs]), new Float32Array(outputs), inputs, outputs);
}

/** Queries and keys of an attention. */
export interface Scoring {
  queries: Product;
  keys: Product;
}

/** @param name of its parameters before the point */
export function scoringOf(kernels: Kernels, DH: number, parameter: Parameters, name: string): Scoring {
  return {
    queries: matrixOf(kernels, parameter, `${name}.q`, DH, A),
    keys: matrixOf(kernels, parameter, `${name}.k`, DH, A),
  };
}

/** The sum of the states that each token attends to, by weight. @param h [m, d] states @returns [m, d] */
export function pooled(
  kernels: Kernels,
  { queries, keys }: Scoring,
  h: Pointer,
  [m, d]: readonly [number, number],
  links: LinkRows,
): Pointer {
  const { wasm, arena } = kernels;
  const own = { offsets: arena.put(links.offsets), targets: arena.put(links.targets) };
  const [q, k] = [multiply(kernels, queries, h, m), multiply(kernels, keys, h, m)];
  const weights = arena.take(links.targets.length);
  wasm.linkWeights({ from: 0, to: m, a: A, scale: 1 / Math.sqrt(A), q, k, ...own, weights });
  const y = arena.take(m * d);
  wasm.linkSums({ from: 0, to: m, d, weights, x: h, ...own, entries: arena.put(links.entries), y });
  return y;
}

/** Self-attention over the sentence: `withAttention` of src/model/tagger.ts. */
export interface Attention extends Scoring {
  values: Product;
}

export function attentionOf(kernels: Kernels, DH: number, parameter: Parameters): Attention {
  return {
    ...scoringOf(kernels, DH, parameter, 'attention'),
    values: matrixOf(kernels, parameter, 'attention.v', DH, DH),
  };
}

/** @param x [rows, 2H] states @returns [rows, 2H] */
export function attended(
  kernels: Kernels,
  attention: Attention,
  x: Pointer,
  rows: number,
  { own }: { own: LinkRows },
): Pointer {
  const d = attention.values.outputs;
  const added = multiply(kernels, attention.values, pooled(kernels, attention, x, [rows, d], own), rows);
  const y = kernels.arena.take(rows * d);
  const [states, more, sum] = [x, added, y].map((at) => kernels.arena.floats(at, rows * d)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < sum.length; i++) sum[i] = states[i]! + more[i]!;
  return y;
}
