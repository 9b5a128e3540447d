import { describe, expect, test } from 'vitest';
import { levelsOf } from './levels.ts';
import { nextTrial } from './plan.ts';
import { quality, searchIn, simulate, specOf, START, type World } from './testing.ts';
import { noiseOf, standings } from './standings.ts';
import type { Trial } from './state.ts';
import { verdictOf } from './verdict.ts';

const WORLD: World = { quality, noise: 0.002, seconds: 60 };
const spent = (trials: readonly Trial[]) => trials.reduce((sum, { result }) => sum + result.seconds, 0);
const stages = (trials: readonly Trial[]) => [...new Set(trials.map(({ plan }) => plan.stage))];

describe('with half an hour, and trainings of a minute', () => {
  const spec = specOf(30);
  const trials = searchIn(WORLD, spec);

  test('runs noise, brackets, confirmation and the final training within the budget', () => {
    expect(stages(trials)).toEqual(['noise', 'search', 'confirm', 'final']);
    expect(spent(trials)).toBeLessThanOrEqual(spec.budget);
    expect(spent(trials)).toBeGreaterThan(0.8 * spec.budget);
  });

  test('finds a recipe with most of the possible improvement', () => {
    const { kind, best } = verdictOf(trials);
    expect(kind).toBe('better');
    const found = trials.find(({ plan }) => plan.candidate === best)!.plan.config;
    expect(quality(found) - quality(START)).toBeGreaterThan(0.7 * (0.9 - quality(START)));
    expect(trials.at(-1)!.plan).toMatchObject({ stage: 'final', candidate: best, level: 0, share: 1 });
    expect(trials.at(-1)!.plan.config).toMatchObject({
      learningRate: found.learningRate,
      epochs: 20,
      seed: START.seed,
    });
  });

  test('each trial is planned for the epochs of its level, from scratch and without patience', () => {
    const levels = levelsOf(spec);
    for (const { plan } of trials) {
      expect([plan.config.epochs, plan.share]).toEqual([levels[plan.level]!.epochs, levels[plan.level]!.share]);
      expect(plan.config.patience).toBe(0);
    }
  });

  test('each rung has at most half of the previous one, and brackets begin at different levels', () => {
    const rungs = new Map<number, Map<number, number>>(); // by bracket, by level
    for (const { plan } of trials) {
      if (plan.stage !== 'search') continue;
      const sizes = rungs.get(plan.bracket) ?? new Map<number, number>();
      rungs.set(plan.bracket, sizes.set(plan.level, (sizes.get(plan.level) ?? 0) + 1));
    }
    expect(rungs.size).toBeGreaterThan(1);
    expect(new Set([...rungs.values()].map((sizes) => Math.max(...sizes.keys()))).size).toBeGreaterThan(1);
    for (const levels of rungs.values()) {
      const sizes = [...levels.values()];
      for (const [i, size] of sizes.slice(1).entries()) expect(size).toBeLessThanOrEqual((sizes[i]! + 1) / 2);
    }
  });

  test('confirmation uses its own seeds, the same for each recipe', () => {
    const seeds = (of: (stage: string) => boolean) =>
      new Set(trials.flatMap(({ plan }) => (of(plan.stage) ? plan.config.seed : [])));
    const confirming = seeds((stage) => stage === 'confirm');
    expect(confirming.size).toBeGreaterThanOrEqual(5);
    const others = seeds((stage) => stage !== 'confirm');
    expect([...confirming].filter((seed) => others.has(seed))).toEqual([]);
    for (const { scores } of verdictOf(trials).arms) expect(scores).toHaveLength(confirming.size);
  });

  test('resuming after any number of trials gives the same next trial', () => {
    for (const [i, { plan }] of trials.entries()) expect(nextTrial(spec, trials.slice(0, i))).toEqual(plan);
    expect(nextTrial(spec, trials)).toBeUndefined();
  });

  test('results of another search are rejected', () => {
    expect(() => nextTrial(specOf(30, { start: { ...START, seed: 9 } }), trials)).toThrow(
      'Trial 1 does not belong to this search.',
    );
  });
});

test('if no recipe is better, a winner is hardly ever reported', () => {
  const world: World = { quality: () => 0.85, noise: 0.004, seconds: 60 };
  const kinds = Array.from({ length: 40 }, (_, i) => {
    const trials = searchIn(world, specOf(30, { start: { ...START, seed: 100 * i } }));
    return verdictOf(trials).kind;
  });
  expect(kinds.filter((kind) => kind === 'better').length).toBeLessThanOrEqual(4); // 2.5% are expected
  expect(kinds.filter((kind) => kind === 'undecided').length).toBeGreaterThanOrEqual(32);
});

test('noise is the deviation of the starting recipe between seeds', () => {
  const noise = noiseOf(searchIn({ ...WORLD, noise: 0.01 }, specOf(30)))!;
  expect(noise).toBeGreaterThan(0.003);
  expect(noise).toBeLessThan(0.04);
});

describe('with a short budget', () => {
  test('of a few full trainings, there are brackets but no confirmation', () => {
    const trials = searchIn(WORLD, specOf(5));
    expect(stages(trials)).toEqual(['noise', 'search', 'final']);
    expect(verdictOf(trials).kind).toBe('unconfirmed');
    expect(spent(trials)).toBeLessThanOrEqual(300);
  });

  test('below a full training, the starting recipe is still trained in full', () => {
    const trials = searchIn({ ...WORLD, seconds: 600 }, specOf(1));
    expect(stages(trials)).toEqual(['noise', 'final']);
    expect(verdictOf(trials)).toMatchObject({ kind: 'nothing', best: 0 });
  });
});

test('with unlimited time, it ends after a hundred recipes', () => {
  const trials = searchIn({ ...WORLD, seconds: 0.5 }, specOf(60));
  const recipes = standings(trials).length;
  expect(recipes).toBeGreaterThanOrEqual(100);
  expect(recipes).toBeLessThan(110);
});

test('no recipe is drawn twice', () => {
  for (const seed of [1, 2]) {
    const trials = searchIn({ ...WORLD, seconds: 12 }, specOf(30, { start: { ...START, seed } }));
    const recipes = new Map(
      trials.map(({ plan }) => [plan.candidate, JSON.stringify({ ...plan.config, epochs: 0, seed: 0 })]),
    );
    expect(recipes.size).toBeGreaterThan(40);
    expect(new Set(recipes.values()).size).toBe(recipes.size);
  }
});

test('a recipe that diverges is dropped', () => {
  const spec = specOf(30);
  const trials: Trial[] = [];
  for (let plan = nextTrial(spec, trials); plan !== undefined; plan = nextTrial(spec, trials)) {
    const result = simulate(WORLD, plan);
    const hasDiverged = plan.config.learningRate > 0.004;
    trials.push({
      plan,
      result: hasDiverged ? { ...result, f1: undefined, problem: 'The loss is not finite.' } : result,
    });
  }
  expect(trials.some(({ result }) => result.f1 === undefined)).toBe(true);
  const { best } = verdictOf(trials);
  expect(trials.find(({ plan }) => plan.candidate === best)!.plan.config.learningRate).toBeLessThanOrEqual(0.004);
});
