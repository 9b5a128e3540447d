import type { RunConfig } from '../config/schema.ts';
import type { Seconds } from '../lib/units.ts';
import type { Ranges } from './ranges.ts';

/** What a search is: with the results of its trials, this decides everything. Plain data. */
export interface SearchSpec {
  /** The recipe that the search starts from; its epochs are those of a full training, its seed also that of the drawing. */
  start: RunConfig;
  ranges: Ranges;
  budget: Seconds;
  data: SearchedData;
}

/** What the costs of a trial depend on, and a checksum by which a search resumes with the data that it began with. */
export interface SearchedData {
  sentences: number;
  /** Of the training sentences. */
  tokens: number;
  devTokens: number;
  /** Number of tags, K. */
  tags: number;
  /** E, of the word table. */
  wordDim: number;
  fingerprint: string;
}

/**
 * What a trial is for. `noise`: the recipe of the start, several seeds; `search`: a trial of a bracket; `confirm`: a full training with a
 * further seed; `final`: the full training of the best recipe.
 */
export type Stage = 'noise' | 'search' | 'confirm' | 'final';

/** A run of a search, as planned. */
export interface TrialPlan {
  stage: Stage;
  /** From 0; 0 for the other stages. */
  bracket: number;
  /** 0 is the recipe of the start. */
  candidate: number;
  /** How far it is cut down: 0 is a full training; see `levelsOf`. */
  level: number;
  /** With the epochs of its level, so that a falling learning rate reaches its end, and without patience. */
  config: RunConfig;
  /** Of the training sentences, in (0, 1]. */
  share: number;
}

/** What came of a trial. */
export interface TrialResult {
  /** On dev, of the best epoch; undefined if the run failed before one was scored. */
  f1: number | undefined;
  precision: number | undefined;
  recall: number | undefined;
  bestEpoch: number;
  parameters: number;
  /** All of it: preparation, training, scoring. */
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
