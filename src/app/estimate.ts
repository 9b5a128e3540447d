import type { RunConfig } from '../config/schema.ts';
import type { Seconds } from '../lib/units.ts';
import type { RunPlan } from '../runs/plan.ts';
import type { DeviceReport } from './stores/device.ts';

/** Floating point operations a second. */
export type Flops = number;

const GATES: Record<RunConfig['cell'], number> = { lstm: 4, gru: 3, rnn: 1 };

/**
 * Arithmetic of one training token, forward and backward: that of the recurrent layers and the output, where nearly all
 * of it is (default model: 3.9 MFLOP). `wordDim` is that of the word table, which is not always the recipe's.
 */
export function flopsPerToken(
  { cell, layers, direction, hidden, wordDim, charEncoder, charFeatures }: RunConfig,
  tags: number,
): Flops {
  const first = wordDim + (charEncoder === 'none' ? 0 : charFeatures);
  const directions = direction === 'both' ? 2 : 1;
  let products = directions * hidden * tags;
  for (let layer = 0; layer < layers; layer++) {
    const inputs = layer === 0 ? first : directions * hidden;
    products += GATES[cell] * hidden * (directions * inputs + 2 * hidden); // both directions are walked in any case
  }
  return 6 * products; // a product is two operations; the gradients of both its sides are two more of its kind
}

/** Before the first run: what a core of a common machine achieves with this model. GPUs differ too much for a guess. */
const SIMD_CORE: Flops = 25e9;
/** More threads help little. */
const MOST_THREADS = 4;

export function guessedSpeed({ device, threads }: DeviceReport): Flops | undefined {
  return device === 'simd' ? SIMD_CORE * Math.min(threads, MOST_THREADS) : undefined;
}

/** The time to score a token, as a share of the time to train on it. */
const SCORING = 0.2;

/** The time of an epoch: training, and scoring dev. */
export function epochSeconds({ tokens, devTokens, tags, wordDim }: RunPlan, config: RunConfig, speed: Flops): Seconds {
  return ((tokens + SCORING * devTokens) * flopsPerToken({ ...config, wordDim }, tags.length)) / speed;
}
