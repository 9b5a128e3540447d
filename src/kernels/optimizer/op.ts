import type { Scalar, Tensor, Tensor1D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { kernel, numbered, run } from '../shared/kernel.ts';
import { RULES, type RuleName, type UpdateAttrs } from './rules.ts';

type SeveralTensors<Name extends string> = Record<`${Name}${number}`, Tensor>;

/** `s = sum of x[i]²`, over all elements of all x. */
export const SumOfSquares = kernel<SeveralTensors<'x'>, object, readonly [s: Scalar]>('SumOfSquares');

/** Parameters that are updated together, in as few launches as the device allows. */
export interface Updated {
  parameters: readonly Tensor[];
  /** One for each parameter, in the same order. */
  gradients: readonly Tensor[];
  /** [S, n] optimizer state: S values for each of the n elements of all parameters, concatenated by parameter. */
  state: Tensor;
  /** The squared norm of all gradients. */
  squaredNorm: Scalar;
  /**
   * With `rows` there is one parameter, and its gradient has only these rows, each at most once. Only they and their state are updated
   * (lazy momentum, lazy Adam). A row of -1 is skipped.
   */
  rows?: Tensor1D | undefined;
}

type UpdateTensors = SeveralTensors<'parameter' | 'gradient'> &
  Record<'state', Tensor> &
  Record<'squaredNorm', Scalar> & { rows?: Tensor1D | undefined };

/** In place: changes parameters and state, returns nothing. */
export const OptimizerUpdate = kernel<UpdateTensors, UpdateAttrs, readonly []>('OptimizerUpdate');

/** In place: changes averages, returns nothing. */
export const AverageUpdate = kernel<SeveralTensors<'average' | 'now'>, { kept: number }, readonly []>('AverageUpdate');

/** @returns [] sum of the squares of all elements; not read back from the device */
export function sumOfSquares(xs: readonly Tensor[]): Scalar {
  return run(SumOfSquares, numbered('x', xs), {})[0];
}

/** S: values of state for each element. */
export function stateSize(rule: RuleName): number {
  return RULES[rule].state.length;
}

/**
 * Changes parameters p and their state by `g = clip·gradient + l2·p`, as the rule says (rules.ts), where
 * `clip = min(1, clipNorm / (sqrt(squaredNorm) + 1e-6))`, as in torch.nn.utils.clip_grad_norm_.
 *
 * @param attrs may be changed between repetitions of a recorded call
 */
export function optimizerUpdate(updated: Updated, attrs: UpdateAttrs): void {
  run(OptimizerUpdate, tensorsOf(updated, stateSize(attrs.rule)), attrs);
}

/**
 * A step of exponential moving averages: `average = now + kept · (average − now)`. Equal values stay exactly
 * equal.
 */
export function averageUpdate(averages: readonly Tensor[], now: readonly Tensor[], kept: number): void {
  assert(
    averages.length === now.length && averages.every(({ size }, i) => size === now[i]!.size),
    () => `averageUpdate: averages [${averages.map(({ size }) => size)}] of [${now.map(({ size }) => size)}]`,
  );
  run(AverageUpdate, { ...numbered('average', averages), ...numbered('now', now) }, { kept });
}

function tensorsOf({ parameters, gradients, rows, ...others }: Updated, slots: number): UpdateTensors {
  const sizes = parameters.map(({ size }) => size);
  const { shape } = others.state;
  assert(
    shape[0] === slots && others.state.size === slots * sizes.reduce((sum, size) => sum + size, 0),
    () => `update: state [${shape}] for ${slots} numbers each of [${sizes}]`,
  );
  assert(
    rows === undefined
      ? gradients.length === sizes.length && gradients.every(({ size }, i) => size === sizes[i])
      : sizes.length === 1 && gradients.length === 1 && gradients[0]!.shape[0] === rows.size,
    () => `update: gradients [${gradients.map(({ size }) => size)}] of parameters [${sizes}], rows [${rows?.shape}]`,
  );
  return { ...others, ...numbered('parameter', parameters), ...numbered('gradient', gradients), rows };
}
