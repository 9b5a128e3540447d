import { flopsPerToken, SCORING_SHARE } from '../../../config/flops.ts';
import type { RunConfig } from '../../../config/schema.ts';
import type { Seconds } from '../../../lib/units.ts';
import type { RunPlan } from '../../../runs/plan.ts';
import type { DeviceReport } from './device.ts';

/** Floating point operations a second. */
export type Flops = number;

/** Estimate before the first run: the speed of a core of a common machine with this model. GPUs differ too much for an estimate. */
const SIMD_CORE: Flops = 25e9;
/** More threads help little. */
const MOST_THREADS = 4;

export function guessedSpeed({ device, threads }: DeviceReport): Flops | undefined {
  return device === 'simd' ? SIMD_CORE * Math.min(threads, MOST_THREADS) : undefined;
}

/** The time of an epoch: training, and scoring dev. */
export function epochSeconds({ tokens, devTokens, tags, wordDim }: RunPlan, config: RunConfig, speed: Flops): Seconds {
  return ((tokens + SCORING_SHARE * devTokens) * flopsPerToken({ ...config, wordDim }, tags.length)) / speed;
}
