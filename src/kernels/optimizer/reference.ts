import type { AdamAttrs, SgdAttrs } from './op.ts';

/** Inputs of both updates; with `rows` [R] the gradient [R, D] has only those rows of the parameter. */
export interface UpdateReference {
  parameter: Float64Array;
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

/** Calls `update` for each element with its index in the parameter and its gradient, clipped and with L2. */
function forEachGradient(
  { parameter, gradient, squaredNorm, rows, D }: UpdateReference,
  { clipNorm, l2 }: { clipNorm: number; l2: number },
  update: (at: number, g: number) => void,
): void {
  const clip = clipNorm === 0 ? 1 : Math.min(1, clipNorm / (Math.sqrt(squaredNorm) + 1e-6));
  for (let i = 0; i < gradient.length; i++) {
    const at = rows === undefined ? i : rows[Math.floor(i / D)]! * D + (i % D);
    update(at, clip * gradient[i]! + l2 * parameter[at]!);
  }
}

/** The specification of the `SgdUpdate` kernel in float64: changes `parameter` and `velocity`; formulas in op.ts. */
export function sgdUpdateReference(inputs: UpdateReference & { velocity: Float64Array }, attrs: SgdAttrs): void {
  const { parameter, velocity } = inputs;
  forEachGradient(inputs, attrs, (at, g) => {
    velocity[at] = attrs.momentum * velocity[at]! + g;
    parameter[at]! -= attrs.learningRate * velocity[at]!;
  });
}

/** The specification of the `AdamUpdate` kernel in float64: changes `parameter`, `mean` and `variance`; formulas in op.ts. */
export function adamUpdateReference(
  inputs: UpdateReference & { mean: Float64Array; variance: Float64Array },
  { learningRate, beta1, beta2, epsilon, weightDecay, correction1, correction2, ...attrs }: AdamAttrs,
): void {
  const { parameter, mean, variance } = inputs;
  forEachGradient(inputs, attrs, (at, g) => {
    mean[at] = beta1 * mean[at]! + (1 - beta1) * g;
    variance[at] = beta2 * variance[at]! + (1 - beta2) * g ** 2;
    const step = mean[at]! / correction1 / (Math.sqrt(variance[at]! / correction2) + epsilon);
    parameter[at]! -= learningRate * (step + weightDecay * parameter[at]!);
  });
}

/** The specification of the `AverageUpdate` kernel in float64: changes `average`; formula in op.ts. */
export function averageUpdateReference(average: Float64Array, now: ArrayLike<number>, kept: number): void {
  for (let i = 0; i < average.length; i++) average[i] = now[i]! + kept * (average[i]! - now[i]!);
}
