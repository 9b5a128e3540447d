import { applies } from '../config/applies.ts';
import { FIELDS, FIELD_NAMES, type FieldName, type RunConfig } from '../config/schema.ts';
import { crc32 } from '../lib/crc32.ts';
import { randomUniform, streamKey } from '../lib/rng.ts';
import { randomKey } from '../model/streams.ts';
import type { Range, Ranges } from './ranges.ts';

/** Significant digits of drawn numbers: more make no difference, and tables stay readable. */
const DIGITS = 2;

/** The probability that a neighbour keeps a setting of the candidate that it is drawn near. */
const KEPT = 0.7;

/**
 * A configuration with every setting of `ranges` sampled. The same arguments give the same configuration.
 *
 * @param near a good candidate: each of its settings is kept with probability 0.7
 */
export function drawConfig(
  start: RunConfig,
  ranges: Ranges,
  seed: number,
  candidate: number,
  near?: RunConfig,
): RunConfig {
  const drawn: Partial<Record<FieldName, RunConfig[FieldName]>> = {};
  const ofCandidate = randomKey(seed, 'candidate', candidate);
  for (const name of FIELD_NAMES) {
    const range = ranges[name];
    if (range === undefined) continue;
    const key = streamKey(ofCandidate, crc32(new TextEncoder().encode(name))); // independent of the other settings
    const isKept = near !== undefined && randomUniform(key, 1) < KEPT;
    drawn[name] = isKept ? near[name] : drawValue(name, range, randomUniform(key, 0));
  }
  const config = { ...start, ...drawn } as RunConfig;
  // A setting without effect keeps the value of the recipe, so that it does not look as if it was varied.
  const idle = FIELD_NAMES.filter((name) => name in ranges && !applies(name, config));
  return { ...config, ...Object.fromEntries(idle.map((name) => [name, start[name]])) };
}

/** @param uniform in [0, 1) */
function drawValue(name: FieldName, range: Range, uniform: number): RunConfig[FieldName] {
  if (range.kind === 'values') return range.values[Math.floor(uniform * range.values.length)]!;
  const { low, high, scale } = range;
  const value = scale === 'log' ? low * (high / low) ** uniform : low + uniform * (high - low);
  const rounded = FIELDS[name].type === 'integer' ? Math.round(value) : Number(value.toPrecision(DIGITS));
  return Math.min(high, Math.max(low, rounded));
}
