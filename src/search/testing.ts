/** Test helper: a simulated trainer with known scores and times. */
import { presetById } from '../config/presets.ts';
import type { RunConfig } from '../config/schema.ts';
import { crc32 } from '../lib/crc32.ts';
import { randomUniform, streamKey } from '../lib/rng.ts';
import { searchPlan } from './plan.ts';
import { defaultRanges } from './ranges.ts';
import type { SearchSpec, Trial, TrialPlan, TrialResult } from './state.ts';

export const START = presetById('adam-notebook')!.config;

/** A search with the data sizes of a tenth of CoNLL-2003. */
export function specOf(minutes: number, changes: Partial<SearchSpec> = {}): SearchSpec {
  const data = { sentences: 1404, tokens: 20_000, devTokens: 51_000, tags: 17, wordDim: 100, fingerprint: '' };
  return { start: START, ranges: defaultRanges(START), budget: 60 * minutes, data, ...changes };
}

export interface World {
  /** F1 of a full training of a recipe, without noise. */
  quality: (config: RunConfig) => number;
  /** Standard deviation between seeds of a full training. */
  noise: number;
  /** Duration of a full training. */
  seconds: number;
}

/** The learning rate matters most, then dropout and the schedule; nothing else matters. */
export const quality = ({ learningRate, dropoutInput, schedule }: RunConfig): number =>
  0.9 -
  0.02 * Math.log2(learningRate / 0.003) ** 2 -
  0.05 * (dropoutInput - 0.4) ** 2 -
  (schedule === 'linear' ? 0 : 0.01);

/** The settings that seed the noise: it must not change when a setting is added to the project. */
const varied = (config: RunConfig) =>
  [...Object.keys(defaultRanges(START)), 'seed', 'epochs'].map((name) => config[name as keyof RunConfig]);

/** The F1 of a simulated trial: lower and noisier the shorter it is. */
export function simulate({ quality, noise, seconds }: World, { config, share, level }: TrialPlan): TrialResult {
  const gaussian = (index: number) => {
    const key = streamKey(crc32(new TextEncoder().encode(JSON.stringify([varied(config), level]))));
    const [u, v] = [randomUniform(key, 2 * index), randomUniform(key, 2 * index + 1)];
    return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);
  };
  const f1 = quality(config) - 0.03 * level + noise * Math.sqrt(1 + level) * gaussian(0);
  return {
    f1,
    precision: f1,
    recall: f1,
    bestEpoch: config.epochs,
    parameters: 1000,
    seconds: (seconds * config.epochs * (share + 0.5) * (0.5 + config.hidden / 512)) / (START.epochs * 1.5),
    problem: undefined,
  };
}

/** A whole search in a simulated world. */
export function searchIn(world: World, spec: SearchSpec): Trial[] {
  const trials: Trial[] = [];
  const plans = searchPlan(spec);
  for (let step = plans.next(); step.done !== true;) {
    const result = simulate(world, step.value);
    trials.push({ plan: step.value, result });
    step = plans.next(result);
  }
  return trials;
}
