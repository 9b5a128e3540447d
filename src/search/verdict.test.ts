import { describe, expect, test } from 'vitest';
import { statement } from './report.ts';
import { START } from './testing.ts';
import type { Stage, Trial } from './state.ts';
import { verdictOf } from './verdict.ts';

const trial = (stage: Stage, candidate: number, f1: number, level = 0): Trial => ({
  plan: { stage, bracket: 0, candidate, level, config: START, share: 1 },
  result: { f1, precision: f1, recall: f1, bestEpoch: 1, parameters: 1, seconds: 1, problem: undefined },
});
const arm = (candidate: number, ...scores: number[]) => scores.map((f1) => trial('confirm', candidate, f1));
const chosen = [trial('noise', 0, 0.8, 1), trial('search', 3, 0.9), trial('search', 4, 0.89)];

describe('two recipes', () => {
  test('the interval is that of the t-test with pooled variance', () => {
    const trials = [...chosen, ...arm(0, 0.8, 0.82, 0.84), ...arm(3, 0.85, 0.87, 0.89)];
    const { kind, best, difference } = verdictOf(trials);
    const margin = 2.776445 * 0.02 * Math.sqrt(2 / 3); // 4 degrees of freedom
    expect(difference!.mean).toBeCloseTo(0.05, 12);
    expect(difference!.interval[0]).toBeCloseTo(0.05 - margin, 6);
    expect(difference!.interval[1]).toBeCloseTo(0.05 + margin, 6);
    expect([kind, best]).toEqual(['better', 3]);
    expect(statement({ trials })).toBe(
      'Winner: recipe 3, better than the starting recipe. F1 87.00 ± 2.00 against F1 82.00 ± 2.00 with 3 further seeds each, a ' +
        'difference of +5.00 (95% interval +0.47 to +9.53).',
    );
  });

  test('within the noise: undecided; the higher mean is used, and nothing is called a winner', () => {
    const trials = [...chosen, ...arm(0, 0.8, 0.84), ...arm(3, 0.81, 0.85)];
    expect(verdictOf(trials)).toMatchObject({ kind: 'undecided', best: 3 });
    expect(statement({ trials })).toMatch(
      /^The difference between recipe 3 and the starting recipe is not significant\. .* Recipe 3 has the higher mean\.$/,
    );
    const lower = [...chosen, ...arm(0, 0.82, 0.86), ...arm(3, 0.81, 0.85)];
    expect(verdictOf(lower)).toMatchObject({ kind: 'undecided', best: 0 });
    expect(statement({ trials: lower })).toMatch(/The starting recipe has the higher mean\.$/);
    expect(statement({ trials: lower })).toContain('a difference of −1.00 (95% interval −13.17 to +11.17)');
    expect(statement({ trials: lower })).not.toMatch(/winner/i);
  });

  test('worse on further seeds: the starting recipe is used, regardless of the first seed', () => {
    const trials = [...chosen, ...arm(0, 0.84, 0.85), ...arm(3, 0.7, 0.71)];
    expect(verdictOf(trials)).toMatchObject({ kind: 'worse', best: 0 });
    expect(statement({ trials })).toMatch(/^The starting recipe is better than the best recipe found, recipe 3\./);
  });
});

test('a difference cannot exceed 100 F1', () => {
  const trials = [...chosen, ...arm(0, 0, 0.3), ...arm(3, 0.9, 1)];
  expect(statement({ trials })).toMatch(/ a difference of \+80\.00 \(95% interval \+11\.97 to \+100\.00\)/);
});

test('three recipes: a wider interval for two comparisons, and a runner-up that may be equal', () => {
  const trials = [...chosen, ...arm(0, 0.8, 0.82), ...arm(3, 0.9, 0.92), ...arm(4, 0.905, 0.925)];
  const { kind, best, runnerUp, difference } = verdictOf(trials);
  expect([kind, best, runnerUp!.candidate]).toEqual(['better', 4, 3]);
  const t = 4.1765; // of 0.9875 with 3 degrees of freedom
  expect(difference!.interval[0]).toBeCloseTo(0.105 - t * Math.sqrt(0.0002), 4);
  expect(statement({ trials })).toMatch(
    /Recipe 3 may be as good: the difference between the two is not significant\.$/,
  );
});

test('without further seeds the verdict is unconfirmed', () => {
  expect(verdictOf(chosen)).toMatchObject({ kind: 'unconfirmed', best: 3, difference: undefined });
  expect(statement({ trials: chosen })).toBe(
    'Recipe 3 has the best score, on one seed. This is not confirmed: it was not trained with further seeds.',
  );
  const worse = [trial('noise', 0, 0.8), trial('search', 1, 0.7)];
  expect(statement({ trials: worse })).toBe('No other recipe has scored better than the starting recipe.');
  expect(verdictOf([...chosen, ...arm(0, 0.8), ...arm(3, 0.9)]).kind).toBe('unconfirmed');
  expect(verdictOf([trial('noise', 0, 0.8)])).toMatchObject({ kind: 'nothing', best: 0 });
  expect(statement({ trials: [] })).toBe('No other recipe has been scored.');
});
