import { ruleOf, type UpdateAttrs } from './rules.ts';

/** Inputs of an update; with `rows` [R] the gradient [R, D] has only those rows of the parameter. */
export interface UpdateReference {
  parameter: Float64Array;
  /** The vectors of the rule's state. */
  state: readonly Float64Array[];
  gradient: ArrayLike<number>;
  squaredNorm: number;
  rows?: ArrayLike<number> | undefined;
  /** Size of one row of the parameter; used with `rows` only. */
  D: number;
}

export function sumOfSquaresReference(x: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]! ** 2;
  return sum;
}

/** The specification of the `OptimizerUpdate` kernel in float64: changes `parameter` and `state`; formulas in op.ts and rules.ts. */
export function updateReference(
  { parameter, state, gradient, squaredNorm, rows, D }: UpdateReference,
  attrs: UpdateAttrs,
): void {
  const rule = ruleOf(attrs);
  const clip = attrs.clipNorm === 0 ? 1 : Math.min(1, attrs.clipNorm / (Math.sqrt(squaredNorm) + 1e-6));
  const vectors = [parameter, ...state];
  for (let i = 0; i < gradient.length; i++) {
    if (rows !== undefined && rows[Math.floor(i / D)]! < 0) continue;
    const at = rows === undefined ? i : rows[Math.floor(i / D)]! * D + (i % D);
    const [p, ...own] = vectors.map((vector) => vector[at]!) as [number, ...number[]];
    const updated = rule.reference(p, clip * gradient[i]! + attrs.l2 * p, own, attrs);
    vectors.forEach((vector, v) => (vector[at] = updated[v]!));
  }
}

/** The specification of the `AverageUpdate` kernel in float64: changes `average`; formula in op.ts. */
export function averageUpdateReference(average: Float64Array, now: ArrayLike<number>, kept: number): void {
  for (let i = 0; i < average.length; i++) average[i] = now[i]! + kept * (average[i]! - now[i]!);
}
