import type { RunConfig } from '../../config/schema.ts';
import type { RunResult } from '../../eval/runs.ts';
import type { TokensPerSecond } from '../../lib/units.ts';
import type { EpochReport } from '../../model/events.ts';

/** What an ablation trains. */
export interface AblationRequest {
  config: RunConfig;
  /** By their ids. */
  rows: string[];
  seeds: number;
  /** Sends the model of each row that changes the model. */
  keepsModels?: boolean;
}

/** Progress of a study: several seeds, or an ablation. */
export type StudyUpdate =
  /** A run begins. `index` counts from 0. */
  | { kind: 'begin'; index: number; label: string; seed: number; epochs: number }
  /** Progress of a run, in an ablation only; for seeds there are `train` events. `share`: trained part of the run, in [0, 1]. */
  | {
      kind: 'progress';
      index: number;
      epoch: number;
      share: number;
      tokensPerSecond: TokensPerSecond;
      bestDevF1: number | undefined;
    }
  /** A run has ended. `result`: undefined if no epoch was scored. `problem`: why it failed. */
  | {
      kind: 'result';
      index: number;
      result: RunResult | undefined;
      problem: string | undefined;
      /** Of an ablation whose models are kept. */
      kept?: KeptRow | undefined;
    }
  /** The end of an ablation; for seeds there is a `train` event of kind `done`. */
  | { kind: 'end'; reason: 'finished' | 'stopped' };

/** The run of a row of an ablation, to be kept like a run of its own. */
export interface KeptRow {
  config: RunConfig;
  epochs: Omit<EpochReport, 'transitions'>[];
  /** The best, and its dev F1. */
  epoch: number;
  f1: number;
  /** A model.zip. */
  bundle: Blob;
}
