import type { RunConfig } from '../config/schema.ts';
import { raggedRow, type Ragged } from '../data/batches/ragged.ts';
import { NULL_POINTER, type Pointer } from '../lib/pointer.ts';
import { softmax } from '../lib/softmax.ts';
import { A } from './attention.ts';
import type { Parameters } from './architecture.ts';
import type { Kernels } from './kernels.ts';
import { multiply, packProduct, type Product } from './linear.ts';

/** How the states of a text become one vector: `pooledStates` of src/model/pooling.ts. */
export interface Pooling {
  kind: RunConfig['pooling'];
  /** Only of an attention: the keys before their tanh, and the query, [A]. */
  attention?: { keys: Product; query: Float32Array };
}

export function poolingOf(kernels: Kernels, kind: RunConfig['pooling'], DH: number, parameter: Parameters): Pooling {
  if (kind !== 'attention') return { kind };
  const keys = packProduct(kernels, parameter('pooling.w', [DH, A]), parameter('pooling.b', [A]), DH, A);
  return { kind, attention: { keys, query: parameter('pooling.query', [1, A]) } };
}

/**
 * @param x [N, DH] states of both directions
 * @param layout of the tokens of B texts, none of them empty
 * @returns [B, DH]
 */
export function pooledTexts(
  kernels: Kernels,
  { kind, attention }: Pooling,
  x: Pointer,
  [N, DH]: readonly [number, number],
  layout: Ragged,
): Pointer {
  const { arena, wasm } = kernels;
  const B = layout.lengths.length;
  const y = arena.take(B * DH);
  const keys = attention === undefined ? NULL_POINTER : multiply(kernels, attention.keys, x, N);
  if (attention !== undefined) wasm.tanhOf({ from: 0, to: N * A, x: keys, y: keys });
  const keyValues = arena.floats(keys, attention === undefined ? 0 : N * A);
  const [states, vectors] = [arena.floats(x, N * DH), arena.floats(y, B * DH)];
  layout.lengths.forEach((length, b) => {
    const rows = Array.from({ length }, (_, t) => raggedRow(layout, b, t));
    const own = rows.map((row) => states.subarray(row * DH, (row + 1) * DH));
    const vector = vectors.subarray(b * DH, (b + 1) * DH);
    if (kind === 'last') return setLast(vector, own);
    if (kind === 'max') return setMax(vector, own);
    const scores = rows.map((row) => score(attention?.query, keyValues.subarray(row * A, (row + 1) * A)));
    setMean(vector, own, softmax(scores));
  });
  return y;
}

/** Where each direction ends: forward at the last token, backward at the first. */
function setLast(vector: Float32Array, states: readonly Float32Array[]): void {
  const half = vector.length / 2; // H
  vector.set(states.at(-1)!.subarray(0, half));
  vector.set(states[0]!.subarray(half), half);
}

function setMax(vector: Float32Array, states: readonly Float32Array[]): void {
  vector.fill(-Infinity);
  for (const state of states) for (const [i, value] of state.entries()) if (value > vector[i]!) vector[i] = value;
}

function setMean(vector: Float32Array, states: readonly Float32Array[], weights: Float64Array): void {
  vector.fill(0);
  for (const [t, state] of states.entries()) state.forEach((value, i) => (vector[i]! += weights[t]! * value));
}

/** @param query undefined for a plain mean: equal scores give equal weights */
function score(query: Float32Array | undefined, key: Float32Array): number {
  if (query === undefined) return 0;
  return key.reduce((sum, value, a) => sum + value * query[a]!, 0) / Math.sqrt(A);
}
