import type { RunConfig } from '../config/schema.ts';
import type { Seconds } from '../lib/units.ts';
import type { Ranges } from './ranges.ts';

/** The definition of a search. Together with the results of its trials it determines the next one. Plain data. */
export interface SearchSpec {
  /** The starting recipe. Its epochs are those of a full training; its seed is also used to draw recipes. */
  start: RunConfig;
  ranges: Ranges;
  budget: Seconds;
  data: SearchedData;
}

/** The sizes that determine the cost of a trial, and a checksum that ensures a search resumes with the same data. */
export interface SearchedData {
  sentences: number;
  /** Number of tokens in the training sentences. */
  tokens: number;
  devTokens: number;
  /** Number of tags, K. */
  tags: number;
  /** E, the dimension of the word table. */
  wordDim: number;
  fingerprint: string;
}

/**
 * The purpose of a trial. `noise`: the starting recipe with several seeds; `search`: a trial in a bracket; `confirm`: a full training with
 * a further seed; `final`: the full training of the best recipe.
 */
export type Stage = 'noise' | 'search' | 'confirm' | 'final';

/** A run of a search, as planned. */
export interface TrialPlan {
  stage: Stage;
  /** From 0; 0 in the other stages. */
  bracket: number;
  /** 0 is the starting recipe. */
  candidate: number;
  /** The size of the training: 0 is a full one; see `levelsOf`. */
  level: number;
  /** The recipe with the epochs of its level, so that a falling learning rate reaches its end, and without patience. */
  config: RunConfig;
  /** Share of the training sentences, in (0, 1]. */
  share: number;
}

/** The result of a trial. */
export interface TrialResult {
  /** F1 of the best epoch on dev; undefined if the run failed before an epoch was scored. */
  f1: number | undefined;
  precision: number | undefined;
  recall: number | undefined;
  bestEpoch: number;
  parameters: number;
  /** Total time: preparation, training, scoring. */
  seconds: Seconds;
  /** Why it failed. */
  problem: string | undefined;
}

export interface Trial {
  plan: TrialPlan;
  result: TrialResult;
}

/** All that is needed to resume. */
export interface SearchState {
  spec: SearchSpec;
  trials: readonly Trial[];
}
