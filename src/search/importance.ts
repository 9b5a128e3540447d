import { FIELD_NAMES, FIELDS, type FieldName, type RunConfig } from '../config/schema.ts';
import { mean, sampleDeviation } from '../eval/summary.ts';
import { shuffle, streamKey } from '../lib/rng.ts';
import type { Ranges } from './ranges.ts';
import type { Trial } from './state.ts';

/** How much a setting mattered in the trials of a search. */
export interface Importance {
  field: FieldName;
  /** The share of the variance of scores that the setting alone explains, in [0, 1], corrected for chance (ε²). */
  share: number;
  /** p-value of a permutation test: how often chance explains at least as much. */
  p: number;
  /** The values in groups. `difference`: mean F1 relative to all trials of the same level. */
  groups: { label: string; trials: number; difference: number }[];
}

/** Numeric settings with more distinct values are binned into this many groups of equal size. */
const MOST_GROUPS = 4;
const PERMUTATIONS = 999;
/** With fewer trials there is no result. */
const LEAST_TRIALS = 6;
/** Tolerance for comparing shares that are equal up to rounding. */
const EPSILON = 1e-12;

interface Observation {
  config: RunConfig;
  /** F1 minus the mean of its level. */
  deviation: number;
  /** The deviation in standard deviations of its level. */
  z: number;
}

/**
 * Which settings mattered: for each, how much of the variance of scores the means of its values explain (one-way analysis of variance, the
 * first-order part of what Hutter et al. 2014 call functional ANOVA), corrected for the number of groups:
 * ε² = (SS_between - (g - 1) · MS_within) / SS_total. Scores are standardised within their level. Only the first trial of each candidate
 * counts, since only promoted candidates have later ones.
 *
 * @returns most important first; empty with fewer than six trials
 */
export function importances(ranges: Ranges, trials: readonly Trial[]): Importance[] {
  const observations = observationsOf(trials);
  if (observations.length < LEAST_TRIALS) return [];
  return FIELD_NAMES.filter((name) => name in ranges)
    .flatMap((name, i) => importanceOf(name, observations, streamKey(i)) ?? [])
    .sort((a, b) => b.share - a.share || a.p - b.p);
}

function observationsOf(trials: readonly Trial[]): Observation[] {
  const seen = new Set<number>();
  const levels = new Map<number, { config: RunConfig; f1: number }[]>();
  for (const { plan, result } of trials) {
    if ((plan.stage !== 'search' && plan.stage !== 'noise') || seen.has(plan.candidate)) continue;
    seen.add(plan.candidate);
    if (result.f1 === undefined) continue;
    levels.set(plan.level, [...(levels.get(plan.level) ?? []), { config: plan.config, f1: result.f1 }]);
  }
  return [...levels.values()].flatMap((level) => {
    const scores = level.map(({ f1 }) => f1);
    const [middle, sd] = [mean(scores), sampleDeviation(scores)];
    if (!(sd > 0)) return []; // a single trial, or equal scores
    return level.map(({ config, f1 }) => ({ config, deviation: f1 - middle, z: (f1 - middle) / sd }));
  });
}

function importanceOf(field: FieldName, observations: readonly Observation[], key: number): Importance | undefined {
  const { labels, groupOf } = grouping(
    field,
    observations.map(({ config }) => config[field]),
  );
  if (labels.length < 2) return undefined;
  const groups = observations.map(({ config }) => groupOf(config[field]));
  const z = observations.map((observation) => observation.z);
  const share = explained(groups, labels.length, z);
  let more = 0;
  const order = [...groups];
  for (let i = 0; i < PERMUTATIONS; i++) {
    shuffle(order, streamKey(key, i));
    if (explained(order, labels.length, z) >= share - EPSILON) more++;
  }
  return {
    field,
    share: Math.max(0, share),
    p: (1 + more) / (1 + PERMUTATIONS),
    groups: labels.map((label, group) => {
      const members = observations.filter((_, i) => groups[i] === group);
      return { label, trials: members.length, difference: mean(members.map(({ deviation }) => deviation)) };
    }),
  };
}

/** Groups of values: one per value of a choice or of a setting with few numbers, otherwise quartiles. */
function grouping(field: FieldName, all: readonly RunConfig[FieldName][]) {
  const distinct = [...new Set(all)];
  const { type } = FIELDS[field];
  const isNumber = type === 'number' || type === 'integer';
  if (isNumber) distinct.sort((a, b) => Number(a) - Number(b));
  if (!isNumber || distinct.length <= MOST_GROUPS) {
    return { labels: distinct.map(String), groupOf: (value: RunConfig[FieldName]) => distinct.indexOf(value) };
  }
  const sorted = all.map(Number).sort((a, b) => a - b);
  const starts = Array.from({ length: MOST_GROUPS }, (_, g) => sorted[Math.floor((g * sorted.length) / MOST_GROUPS)]!);
  const firsts = [...new Set(starts)];
  const groupOf = (value: RunConfig[FieldName]) => firsts.findLastIndex((first) => Number(value) >= first);
  const labels = firsts.map((first, g) => {
    const members = sorted.filter((value) => groupOf(value) === g);
    const last = members.at(-1) ?? first;
    return first === last ? String(first) : `${first} to ${last}`;
  });
  return { labels, groupOf };
}

/** ε² of a grouping: at most 1, and negative if the groups explain less than expected by chance. */
function explained(groups: readonly number[], count: number, z: readonly number[]): number {
  const [sums, sizes] = [new Float64Array(count), new Float64Array(count)];
  let [sum, squares] = [0, 0];
  for (const [i, group] of groups.entries()) {
    sums[group]! += z[i]!;
    sizes[group]! += 1;
    sum += z[i]!;
    squares += z[i]! ** 2;
  }
  const correction = sum ** 2 / z.length;
  const total = squares - correction;
  const between = sums.reduce(
    (all, groupSum, g) => all + (sizes[g] === 0 ? 0 : groupSum ** 2 / sizes[g]!),
    -correction,
  );
  const df = z.length - count;
  if (df <= 0 || total <= 0) return 0;
  return (between - (count - 1) * ((total - between) / df)) / total;
}
