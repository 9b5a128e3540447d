import { describe, expect, test } from 'vitest';
import { epochReport, illegalOf, scoresAt } from '../../test/app/samples.ts';
import type { TrainEvent } from '../model/events.ts';
import {
  epochShare,
  INITIAL_RUN_STATE,
  progressShare,
  reduce,
  rewind,
  totalSeconds,
  secondsLeft,
  type RunState,
} from './run-state.ts';

const START: TrainEvent = {
  kind: 'start',
  predicts: 'entities',
  parameters: 10,
  stepsPerEpoch: 100,
  tokensPerEpoch: 10_000,
  tags: ['O'],
  illegal: illegalOf(['O']),
  losses: new Float32Array(),
};

const NONE = { transitions: new Float32Array(1), start: new Float32Array(1), end: new Float32Array(1) };

const steps = (epoch: number, firstStep: number, losses: number[], tokens: number): TrainEvent => ({
  kind: 'steps',
  epoch,
  firstStep,
  losses: Float32Array.from(losses),
  tokens,
  tokensPerSecond: 1000,
  transitions: NONE,
});

/** Reduces events one second apart. */
function fold(...events: TrainEvent[]): RunState {
  return events.reduce(reduceOneSecondLater, INITIAL_RUN_STATE);
}

const reduceOneSecondLater = (state: RunState, event: TrainEvent, now: number) => reduce(state, event, now);

describe('reduce', () => {
  test('before its first step', () => {
    const state = fold(START);
    expect(state.facts).toEqual({
      predicts: 'entities',
      tags: ['O'],
      illegal: illegalOf(['O']),
      parameters: 10,
      stepsPerEpoch: 100,
      tokensPerEpoch: 10_000,
    });
    expect([state.epoch, progressShare(state, 10), epochShare(state)]).toEqual([0, 0, 0]);
  });

  test('adds up the steps of an epoch, and restarts with the next', () => {
    const first = fold(START, steps(1, 1, [3, 2], 200), steps(1, 3, [1], 100));
    expect(first).toMatchObject({ epoch: 1, step: 3, tokens: 300, loss: 1, tokensPerSecond: 1000 });
    expect(reduce(first, steps(2, 101, [0.5], 50), 9)).toMatchObject({ epoch: 2, step: 101, tokens: 50, loss: 0.5 });
  });

  test('records the F1 of an epoch, the best so far, and how long scoring took', () => {
    const state = fold(START, steps(1, 1, [1], 10_000), { kind: 'scoring', epoch: 1 });
    expect(state.scoringSince).toBe(2);
    const scored = reduce(state, { kind: 'epoch', report: epochReport(1, 100) }, 6);
    const f1 = scoresAt(1).overall.f1;
    expect(scored).toMatchObject({ scoringSince: undefined, scoringSeconds: 4, curve: [f1], best: { epoch: 1, f1 } });
    expect(epochShare(scored)).toBe(1);
    expect(scored.seconds).toBe(epochReport(1, 100).seconds);
    const worse = { ...epochReport(2, 100), bestEpoch: 1 };
    expect(reduce(scored, { kind: 'epoch', report: worse }, 9).best).toEqual({ epoch: 1, f1 });
  });

  test('records how the run ended', () => {
    expect(fold(START, { kind: 'done', reason: 'patience', bestEpoch: 3, bestDevF1: 0.9 }).end).toBe('patience');
  });

  test('does not mutate its argument', () => {
    const state = fold(START, steps(1, 1, [1], 100));
    const copy = structuredClone(state);
    reduce(state, { kind: 'epoch', report: epochReport(1, 100) }, 3);
    expect(state).toEqual(copy);
  });
});

describe('rewind, after the device was lost', () => {
  test('in the third epoch: resumes after the second and overwrites the curve', () => {
    const report = (epoch: number): TrainEvent => ({ kind: 'epoch', report: epochReport(epoch, 100) });
    const lost = rewind(fold(START, report(1), report(2), steps(3, 201, [1], 500)), 2);
    expect(lost).toMatchObject({ epoch: 2, step: 200, tokens: 10_000 });
    expect(progressShare(lost, 10)).toBeCloseTo(0.2);
    expect(reduce(lost, report(3), 9).curve).toHaveLength(3);
  });

  test('in the first epoch: starts over', () => {
    expect(progressShare(rewind(fold(START, steps(1, 1, [1], 500)), 0), 10)).toBe(0);
  });
});

describe('share and time left', () => {
  const at = (state: Partial<RunState>): RunState => ({ ...fold(START), tokensPerSecond: 1000, ...state });

  test('the share never exceeds 1', () => {
    expect(progressShare(at({ epoch: 10, tokens: 12_000 }), 10)).toBe(1);
    expect(progressShare(at({ epoch: 3, tokens: 5000 }), 10)).toBeCloseTo(0.25);
    expect(progressShare(INITIAL_RUN_STATE, 10)).toBe(0);
  });

  test('the time left includes scoring', () => {
    const state = at({ epoch: 9, tokens: 10_000, scoringSeconds: 2 });
    expect(secondsLeft(state, 10)).toBe(12); // one epoch of 10 s, scored in 2 s
    expect(secondsLeft({ ...state, tokens: 0 }, 10)).toBe(24);
    expect(totalSeconds(state, 10)).toBe(120);
  });
});
