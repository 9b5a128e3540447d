import { flopsPerToken } from '../../config/flops.ts';
import type { RunConfig } from '../../config/schema.ts';
import type { Seconds, TokensPerSecond } from '../../lib/units.ts';
import { selectReport, useDeviceStore } from '../stores/device/device.ts';
import type { Flops } from '../stores/device/estimate.ts';
import { speedMeasured } from '../stores/device/measurements.ts';
import { useRunStore } from '../stores/runs/run.ts';
import { series } from '../stores/runs/series.ts';

/** Records the speed of each epoch for the next estimate. */
export function watchSpeed(): () => void {
  return useRunStore.subscribe(
    () => series.epochs.at(-1),
    (last) => {
      const { progress, config, plan } = useRunStore.getState();
      const device = selectReport(useDeviceStore.getState());
      if (!last || !progress.facts || !config || !device) return;
      const trained = { ...config, wordDim: plan?.wordDim ?? config.wordDim };
      const speed = shownSpeed(last, trained, progress.facts.tags.length);
      if (speed !== undefined) speedMeasured(device, speed);
    },
  );
}

/** In shorter epochs and smaller networks, the time of a token is not that of its operations. */
const LEAST_SECONDS: Seconds = 0.5;
const LEAST_PER_TOKEN = 2e5;

/**
 * The speed that an epoch shows; undefined if it was too small to tell how long others take.
 *
 * @param config with the dimension of the word table
 */
export function shownSpeed(
  { seconds, tokensPerSecond }: { seconds: Seconds; tokensPerSecond: TokensPerSecond },
  config: RunConfig,
  tags: number,
): Flops | undefined {
  const perToken = flopsPerToken(config, tags);
  const isSmall = config.emissions === 'network' && perToken < LEAST_PER_TOKEN;
  return seconds < LEAST_SECONDS || isSmall ? undefined : tokensPerSecond * perToken;
}
