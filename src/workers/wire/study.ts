import type { RunConfig } from '../../config/schema.ts';
import type { F1Difference } from '../../eval/f1-difference.ts';
import type { RunResult } from '../../eval/runs.ts';
import type { TokensPerSecond } from '../../lib/units.ts';
import type { EpochReport } from '../../model/events.ts';

/** An ablation to train. */
export interface AblationRequest {
  config: RunConfig;
  /** Ids of the rows. */
  rows: string[];
  seeds: number;
  /** Send the models of the rows, except for those with less data. */
  keepsModels?: boolean;
}

/** Progress of a run that trains beside the current model. `share`: trained part of the run, in [0, 1]. */
export interface RunProgress {
  kind: 'progress';
  index: number;
  epoch: number;
  share: number;
  tokensPerSecond: TokensPerSecond;
  bestDevF1: number | undefined;
}

/** Progress of a study: several seeds, or an ablation. */
export type StudyUpdate =
  /** A run begins. `index` counts from 0. */
  | { kind: 'begin'; index: number; label: string; seed: number; epochs: number }
  /** Only in an ablation; for seeds there are `train` events. */
  | RunProgress
  /** A run has ended. `result`: undefined if no epoch was scored. `problem`: why it failed. */
  | {
      kind: 'result';
      index: number;
      result: RunResult | undefined;
      problem: string | undefined;
      /** The model, if the ablation keeps models. */
      kept?: KeptRow | undefined;
    }
  /** Only with text without labels: the teachers have labelled it. They agree on `agreed` of its `of` sentences. */
  | { kind: 'labelled'; agreed: number; of: number }
  /** Only with text without labels: the student and the best teacher on dev. */
  | { kind: 'compared'; difference: F1Difference }
  /** The end of an ablation; for seeds there is a `train` event of kind `done`. */
  | { kind: 'end'; reason: 'finished' | 'stopped' };

/** The run of an ablation row, which is kept like an ordinary run. */
export interface KeptRow {
  config: RunConfig;
  epochs: Omit<EpochReport, 'transitions'>[];
  /** The best epoch, and its dev F1. */
  epoch: number;
  f1: number;
  /** The exported model, as a zip. */
  bundle: Blob;
}
