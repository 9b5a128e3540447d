import type { Transitions } from '../crf/transitions.ts';
import type { TagKind } from '../data/corpus.ts';
import type { Scores } from '../eval/scores.ts';
import type { TrainingSignals } from '../eval/signals.ts';
import type { Seconds, TokensPerSecond } from '../lib/units.ts';

/** Report of one epoch. Plain data, so that it can be shown, stored and sent between threads. */
export interface EpochReport {
  /** From 1. */
  epoch: number;
  /** Mean loss over the epoch's steps, with dropout. */
  trainLoss: number;
  /** Mean over dev sentences, without dropout. */
  devLoss: number;
  dev: Scores;
  learningRate: number;
  tokensPerSecond: TokensPerSecond;
  /** Training time, without scoring. */
  seconds: Seconds;
  /** Epoch with the best dev F1 so far, including this one. */
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
      predicts: TagKind;
      tags: string[];
      /** Transitions that the tag scheme forbids: 1 where illegal. */
      illegal: Transitions<Uint8Array>;
      /** Losses of the previous steps of a resumed run; `NaN`: unknown. */
      losses: Float32Array;
    }
  /** Losses arrive late and in groups: nothing is read back from the device inside a step. */
  | {
      kind: 'steps';
      epoch: number;
      firstStep: number;
      /** Loss of each step. */
      losses: Float32Array;
      tokens: number;
      /** Recent average. */
      tokensPerSecond: TokensPerSecond;
      transitions: Transitions<Float32Array>;
    }
  /** Only while someone looks at them: about twice a second. */
  | { kind: 'signals'; epoch: number; signals: TrainingSignals }
  | { kind: 'scoring'; epoch: number }
  | { kind: 'epoch'; report: EpochReport }
  /** `patience`: no improvement for that many epochs. `stopped`: by its signal. */
  | { kind: 'done'; reason: 'finished' | 'patience' | 'stopped'; bestEpoch: number; bestDevF1: number };
