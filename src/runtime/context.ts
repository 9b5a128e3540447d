import type { Links } from '../data/batches/link-rows.ts';
import type { TagTypes } from '../data/tags/training-tags.ts';
import type { Pointer } from '../lib/pointer.ts';
import type { Parameters } from './architecture.ts';
import type { Kernels } from './kernels.ts';
import { matrixOf, pooled, scoringOf, type Scoring } from './attention.ts';
import { multiply, packProduct, type Product } from './linear.ts';

/** Attention over the other occurrences of a word: `withContext` of src/model/tagger.ts. */
export interface Context extends Scoring {
  values: Product;
  gate: Product;
}

export function contextOf(kernels: Kernels, DH: number, parameter: Parameters): Context {
  return {
    ...scoringOf(kernels, DH, parameter, 'context'),
    values: matrixOf(kernels, parameter, 'context.v', DH, DH),
    gate: packProduct(kernels, parameter('context.u', [2 * DH, DH]), parameter('context.b', [DH]), 2 * DH, DH),
  };
}

/** Attention over the links. @param x [rows, 2H] @returns [rows, 2H] */
export function informed(kernels: Kernels, context: Context, x: Pointer, rows: number, links: Links): Pointer {
  const { wasm, arena } = kernels;
  const d = context.values.outputs;
  const m = links.rows.index.length;
  const h = arena.take(m * d);
  const [states, linked] = [arena.floats(x, rows * d), arena.floats(h, m * d)];
  links.rows.index.forEach((row, i) => linked.set(states.subarray(row * d, (row + 1) * d), i * d));
  const c = multiply(kernels, context.values, pooled(kernels, context, h, [m, d], links.own), m);
  wasm.tanhOf({ from: 0, to: m * d, x: c, y: c });
  const both = arena.take(2 * m * d);
  const [joined, first, second] = [arena.floats(both, 2 * m * d), arena.floats(h, m * d), arena.floats(c, m * d)];
  for (let i = 0; i < m; i++) {
    joined.set(first.subarray(i * d, (i + 1) * d), 2 * i * d);
    joined.set(second.subarray(i * d, (i + 1) * d), (2 * i + 1) * d);
  }
  const a = multiply(kernels, context.gate, both, m);
  const y = arena.take(rows * d);
  const inverse = { offsets: arena.put(links.rows.offsets), items: arena.put(links.rows.items) };
  wasm.gatedAdd({ from: 0, to: rows, d, h: x, a, c, ...inverse, y });
  return y;
}

/** The second pass over emissions: `withConsistency` of src/model/tagger.ts. @param x [rows, tags] @returns [rows, tags] */
export function consistent(
  { wasm, arena }: Kernels,
  { types, count: typeCount }: TagTypes,
  weight: number,
  x: Pointer,
  rows: number,
  links: Links,
): Pointer {
  const tags = types.length;
  const m = links.rows.index.length;
  const shared = { tags, typeCount, x, types: arena.put(types), p: arena.take(m * typeCount) };
  wasm.typeShares({ ...shared, from: 0, to: m, rows: arena.put(links.rows.index) });
  const y = arena.take(rows * tags);
  wasm.consistentScores({
    ...shared,
    from: 0,
    to: rows,
    weight,
    offsets: arena.put(links.rows.offsets),
    items: arena.put(links.rows.items),
    linkOffsets: arena.put(links.own.offsets),
    linkTargets: arena.put(links.own.targets),
    y,
  });
  return y;
}
