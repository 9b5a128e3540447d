import { expect, test } from 'vitest';
import { flopsPerToken } from '../../config/flops.ts';
import { PRESETS } from '../../config/presets.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { shownSpeed } from './watch-speed.ts';

test('a short epoch, or one of a small network, does not tell how fast others are', () => {
  const epoch = { seconds: 2, tokensPerSecond: 10_000 };
  expect(shownSpeed(epoch, DEFAULT_CONFIG, 17)).toBe(10_000 * flopsPerToken(DEFAULT_CONFIG, 17));
  expect(shownSpeed({ ...epoch, seconds: 0.01 }, DEFAULT_CONFIG, 17)).toBeUndefined();
  expect(shownSpeed(epoch, { ...DEFAULT_CONFIG, hidden: 4, wordDim: 4 }, 9)).toBeUndefined();
  expect(shownSpeed(epoch, { ...DEFAULT_CONFIG, emissions: 'features' }, 9)).toBeGreaterThan(0); // these are all small
  for (const { config } of PRESETS) expect(shownSpeed(epoch, config, 9)).toBeGreaterThan(0);
});
