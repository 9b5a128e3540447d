import type { Scalar, Tensor, Tensor1D } from '@tensorflow/tfjs-core';
import { kernel, run } from '../shared/kernel.ts';

/** `s = sum of x[i]²`. */
export const SumOfSquares = kernel<{ x: Tensor }, object, readonly [s: Scalar]>('SumOfSquares');

/**
 * What both updates share. With `rows`, `gradient` holds only those rows of the parameter, each at most once, and only they
 * and their state change (lazy momentum, lazy Adam).
 */
export type UpdateInputs = { parameter: Tensor; gradient: Tensor; squaredNorm: Scalar; rows?: Tensor1D | undefined };

interface UpdateAttrs {
  learningRate: number;
  /** The global norm above which gradients are scaled down (Pascanu 2013 §3.2); 0: never. */
  clipNorm: number;
  /** L2 added to the clipped gradient. */
  l2: number;
}

export interface SgdAttrs extends UpdateAttrs {
  momentum: number;
}

export interface AdamAttrs extends UpdateAttrs {
  beta1: number;
  beta2: number;
  epsilon: number;
  /** Decoupled decay (AdamW): `parameter -= learningRate · weightDecay · parameter`; 0 for Adam. */
  weightDecay: number;
  /** `1 - beta1^t` and `1 - beta2^t`, t the number of this update, from 1. */
  correction1: number;
  correction2: number;
}

/** In place: changes `parameter` and `velocity`, returns nothing. */
export const SgdUpdate = kernel<UpdateInputs & { velocity: Tensor }, SgdAttrs, readonly []>('SgdUpdate');

/** In place: changes `parameter`, `mean` and `variance`, returns nothing. */
export const AdamUpdate = kernel<UpdateInputs & { mean: Tensor; variance: Tensor }, AdamAttrs, readonly []>(
  'AdamUpdate',
);

/** In place: changes `average`, returns nothing. */
export const AverageUpdate = kernel<{ average: Tensor; now: Tensor }, { kept: number }, readonly []>('AverageUpdate');

/** @returns [] sum of squares, left on the device */
export function sumOfSquares(x: Tensor): Scalar {
  return run(SumOfSquares, { x }, {})[0];
}

/**
 * SGD with momentum (PyTorch's): `g = clip·gradient + l2·p; v = momentum·v + g; p -= learningRate·v`, where
 * `clip = min(1, clipNorm / (sqrt(squaredNorm) + 1e-6))`, as torch.nn.utils.clip_grad_norm_ has it.
 */
export function sgdUpdate(inputs: UpdateInputs & { velocity: Tensor }, attrs: SgdAttrs): void {
  run(SgdUpdate, inputs, attrs);
}

/**
 * Adam (Kingma & Ba 2015, algorithm 1) and AdamW (Loshchilov & Hutter 2019):
 * `m = β1 m + (1-β1) g; v = β2 v + (1-β2) g²; p -= lr · (m/correction1 / (sqrt(v/correction2) + ε) + weightDecay · p)`.
 */
export function adamUpdate(inputs: UpdateInputs & { mean: Tensor; variance: Tensor }, attrs: AdamAttrs): void {
  run(AdamUpdate, inputs, attrs);
}

/**
 * A step of an exponential moving average: `average = now + kept · (average − now)`. Where the two are the same to the last bit, they
 * stay so.
 */
export function averageUpdate(average: Tensor, now: Tensor, kept: number): void {
  run(AverageUpdate, { average, now }, { kept });
}
