/** Payloads of the requests and events of a recipe search. Types only. */
import type { EpochReport } from '../../model/events.ts';
import type { SearchedData, SearchSpec, Trial, TrialPlan } from '../../search/state.ts';
import type { RunProgress } from './study.ts';

export interface SearchRequest extends Omit<SearchSpec, 'data'> {
  /** The data of a search that is resumed. */
  data?: SearchedData | undefined;
  trials: readonly Trial[];
}

/** Progress of a search. `index`: of the trial, from 0. */
export type SearchUpdate =
  | { kind: 'trial'; index: number; plan: TrialPlan }
  | RunProgress
  /** A trial has finished, with these epochs. */
  | { kind: 'result'; index: number; trial: Trial; epochs: Omit<EpochReport, 'transitions'>[] }
  /** `finished`: only the final training remains. */
  | { kind: 'end'; reason: 'finished' | 'stopped' };
