import { scoreName, type ScoreName } from '../eval/scores.ts';
import type { Seconds, TokensPerSecond } from '../lib/units.ts';
import type { TrainEvent } from '../model/events.ts';

/** The state of a run, reduced from the trainer's events. Worker, page and command line share it. */
export interface RunState {
  /** Undefined before the run has started. */
  facts: RunFacts | undefined;
  /** The epoch in training, from 1; 0 before the first step. */
  epoch: number;
  /** The last step whose loss is known, counted over the run from 1. */
  step: number;
  /** Tokens trained in this epoch. */
  tokens: number;
  /** Speed of the last steps. */
  tokensPerSecond: TokensPerSecond;
  /** Training loss of the last step; undefined before the first. */
  loss: number | undefined;
  /** When scoring dev began; undefined while dev is not being scored. */
  scoringSince: Seconds | undefined;
  /** How long scoring dev took last time; undefined before the first. */
  scoringSeconds: Seconds | undefined;
  /** Name of the score on dev; F1 before the first epoch is scored. */
  scoreName: ScoreName;
  /** That score after each epoch, in [0, 1]. */
  curve: readonly number[];
  /** Undefined before the first epoch is scored. */
  best: { epoch: number; f1: number } | undefined;
  /** Training time of the scored epochs, without scoring. */
  seconds: Seconds;
  /** Undefined while the run is in progress, and if it failed. */
  end: RunEndReason | undefined;
}

/** Facts that do not change during a run. */
export type RunFacts = Pick<
  TrainEvent & { kind: 'start' },
  'predicts' | 'tags' | 'illegal' | 'parameters' | 'stepsPerEpoch' | 'tokensPerEpoch'
>;

export type RunEndReason = (TrainEvent & { kind: 'done' })['reason'];

export const INITIAL_RUN_STATE: RunState = {
  facts: undefined,
  epoch: 0,
  step: 0,
  tokens: 0,
  tokensPerSecond: 0,
  loss: undefined,
  scoringSince: undefined,
  scoringSeconds: undefined,
  scoreName: 'F1',
  curve: [],
  best: undefined,
  seconds: 0,
  end: undefined,
};

/**
 * The state after an event.
 *
 * @param now time on any clock: only differences matter
 */
export function reduce(state: RunState, event: TrainEvent, now: Seconds): RunState {
  switch (event.kind) {
    case 'start': {
      const { predicts, tags, illegal, parameters, stepsPerEpoch, tokensPerEpoch } = event;
      return { ...state, facts: { predicts, tags, illegal, parameters, stepsPerEpoch, tokensPerEpoch } };
    }
    case 'steps': {
      const { epoch, firstStep, losses, tokensPerSecond } = event;
      const tokens = (epoch === state.epoch ? state.tokens : 0) + event.tokens;
      const step = firstStep + losses.length - 1;
      const loss = losses.at(-1) ?? state.loss;
      return { ...state, epoch, step, tokens, tokensPerSecond, loss, scoringSince: undefined };
    }
    case 'signals':
      return state;
    case 'scoring':
      return { ...state, scoringSince: now };
    case 'epoch': {
      const { epoch, dev, bestEpoch, seconds, tokensPerSecond } = event.report;
      const { f1 } = dev.overall;
      return {
        ...state,
        epoch,
        tokens: state.facts?.tokensPerEpoch ?? state.tokens,
        tokensPerSecond,
        scoringSince: undefined,
        scoringSeconds: state.scoringSince === undefined ? state.scoringSeconds : now - state.scoringSince,
        scoreName: scoreName(dev),
        curve: [...state.curve.slice(0, epoch - 1), f1],
        best: bestEpoch === epoch ? { epoch, f1 } : state.best,
        seconds: state.seconds + seconds,
      };
    }
    case 'done':
      return { ...state, scoringSince: undefined, end: event.reason };
    default:
      return event satisfies never;
  }
}

/** The state after the device was lost: training resumes after `epoch`, or starts over if it is 0. */
export function rewind(state: RunState, epoch: number): RunState {
  const { stepsPerEpoch = 0, tokensPerEpoch = 0 } = state.facts ?? {};
  const tokens = epoch === 0 ? 0 : tokensPerEpoch;
  return { ...state, epoch, step: epoch * stepsPerEpoch, tokens, scoringSince: undefined };
}

/**
 * The trained share of a run, in [0, 1].
 *
 * @param epochs of the whole run; early stopping may end it earlier
 */
export function progressShare({ epoch, tokens, facts }: RunState, epochs: number): number {
  if (facts === undefined || facts.tokensPerEpoch === 0) return 0;
  return Math.min(1, (Math.max(0, epoch - 1) + tokens / facts.tokensPerEpoch) / epochs);
}

/** The trained share of the current epoch, in [0, 1]. */
export function epochShare({ tokens, facts }: RunState): number {
  return facts === undefined || facts.tokensPerEpoch === 0 ? 0 : tokens / facts.tokensPerEpoch;
}

/** Time until the end of the last of `epochs`, at the speed of the last steps. */
export function secondsLeft(state: RunState, epochs: number): Seconds {
  const { tokens, tokensPerSecond, scoringSeconds = 0, facts } = state;
  const epoch = Math.max(1, state.epoch);
  const { tokensPerEpoch = 0 } = facts ?? {};
  const remaining = (epochs - epoch + 1) * tokensPerEpoch - tokens;
  const scorings = epochs - epoch + (tokens < tokensPerEpoch ? 1 : 0);
  return remaining / tokensPerSecond + scorings * scoringSeconds;
}

/** Duration of a whole run of `epochs`, at the speed of the last steps. */
export function totalSeconds(state: RunState, epochs: number): Seconds {
  return secondsLeft({ ...state, epoch: 1, tokens: 0 }, epochs);
}
