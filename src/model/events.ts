import type { Transitions } from '../crf/transitions.ts';
import type { Scores } from '../eval/scores.ts';
import type { Seconds, TokensPerSecond } from '../lib/units.ts';

/** What happened in one epoch. Plain data: it goes to the page, to a file, to a terminal. */
export interface EpochReport {
  /** From 1. */
  epoch: number;
  /** Mean over the epoch's steps of their losses, with dropout. */
  trainLoss: number;
  /** Mean over dev sentences, without dropout. */
  devLoss: number;
  dev: Scores;
  learningRate: number;
  tokensPerSecond: TokensPerSecond;
  /** Training only, without scoring. */
  seconds: Seconds;
  /** Best dev F1 so far, this epoch included. */
  bestEpoch: number;
  /** The CRF's learned scores; zeros for a softmax decoder. */
  transitions: Transitions<Float32Array>;
}

export type TrainEvent =
  | {
      kind: 'start';
      parameters: number;
      stepsPerEpoch: number;
      tokensPerEpoch: number;
      tags: string[];
      /** The steps that the tags' scheme forbids: 1 where illegal. */
      illegal: Transitions<Uint8Array>;
      /** Of the steps before, where a run is resumed; `NaN`: not known. */
      losses: Float32Array;
    }
  /** Losses arrive late and together: nothing is read back from the device inside a step. */
  | {
      kind: 'steps';
      epoch: number;
      firstStep: number;
      losses: Float32Array;
      tokens: number;
      /** Recently. */
      tokensPerSecond: TokensPerSecond;
      transitions: Transitions<Float32Array>;
    }
  | { kind: 'scoring'; epoch: number }
  | { kind: 'epoch'; report: EpochReport }
  | { kind: 'done'; reason: 'finished' | 'patience' | 'stopped'; bestEpoch: number; bestDevF1: number };
