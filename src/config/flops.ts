import type { RunConfig } from './schema.ts';

const GATES: Record<RunConfig['cell'], number> = { lstm: 4, gru: 3, rnn: 1 };

/** The time to score a token, relative to the time to train on it. */
export const SCORING_SHARE = 0.2;

/** Of a feature CRF, for each tag: not its operations, which are few, but what a network does in the same time on a CPU. */
const FEATURE_COST = 10_000;

/**
 * Floating point operations of one training token, forward and backward: only of the recurrent layers and the output, which
 * account for nearly all of them (default model: 3.9 MFLOP). `wordDim` is that of the word table, which is not always the recipe's.
 */
export function flopsPerToken(
  { emissions, cell, layers, direction, hidden, wordDim, charEncoder, charFeatures }: RunConfig,
  tags: number,
): number {
  if (emissions === 'features') return FEATURE_COST * tags;
  const first = wordDim + (charEncoder === 'none' ? 0 : charFeatures);
  const directions = direction === 'both' ? 2 : 1;
  let products = directions * hidden * tags;
  for (let layer = 0; layer < layers; layer++) {
    const inputs = layer === 0 ? first : directions * hidden;
    products += GATES[cell] * hidden * (directions * inputs + 2 * hidden); // both directions are always computed
  }
  return 6 * products; // a multiply-add is two operations; the gradients of both sides take two more products
}
