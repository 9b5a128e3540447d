import { isComplete } from '../eval/runs.ts';
import { fingerprintOfSentences } from '../data/fingerprint.ts';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import type { Seconds } from '../lib/units.ts';
import type { RunConfig } from '../config/schema.ts';
import type { EpochReport, TrainEvent } from '../model/events.ts';
import { candidateName } from '../search/report.ts';
import { nextTrial } from '../search/plan.ts';
import type { SearchedData, SearchSpec, SearchState, TrialPlan, TrialResult } from '../search/state.ts';
import { planRun } from './plan.ts';
import { encoderOf, type RunSource } from './prepare.ts';
import type { RunState } from './run-state.ts';
import { study, type RunEnd, type StudyEvent, type StudyOptions } from './study.ts';

/** An event of a search. `index`: of the trial, from 0. */
export type SearchEvent =
  | { kind: 'trial'; index: number; plan: TrialPlan }
  /** `state`: of the run after the event. */
  | { kind: 'train'; index: number; plan: TrialPlan; event: TrainEvent; state: RunState }
  /** A trial has finished, with these epochs. A stopped one does not count: it is trained again when the search resumes. */
  | { kind: 'result'; index: number; plan: TrialPlan; result: TrialResult; epochs: EpochReport[] };

export interface SearchOptions extends Pick<StudyOptions, 'signal' | 'device' | 'prepare' | 'train'> {
  /** The clock; tests replace it. */
  now?: () => Seconds;
}

/**
 * The sizes and checksum of the data of a search.
 *
 * @param vectors fingerprint of the vectors file: the source has only the words that were looked up
 * @throws StudioError BadConfig, BadCorpus
 */
export function searchedData(start: RunConfig, source: RunSource, vectors = '0x0'): SearchedData {
  const { sentences, tokens, devTokens, tags, wordDim } = planRun(start, source);
  const lists = crc32(new TextEncoder().encode(JSON.stringify(source.lists ?? []))).toString(16);
  const corpora = [source.train, source.dev].map(fingerprintOfSentences);
  const columns = source.columns ?? [];
  const encoder = encoderOf(start, source)?.identity;
  return {
    sentences,
    tokens,
    devTokens,
    tags: tags.length,
    wordDim,
    // Searches from before there were columns and encoders have only the first part.
    fingerprint: [...corpora, vectors, lists, ...columns, ...(encoder ? [encoder.hash.slice(0, 12)] : [])].join('.'),
  };
}

/** @throws StudioError BadInput if a search was started with other data */
export function requireSearchedData({ data }: SearchSpec, found: SearchedData): void {
  if (found.fingerprint === data.fingerprint) return;
  throw new StudioError(
    'BadInput',
    'The search cannot be resumed with these files: it was started with other sentences, tags, vectors, name lists, columns or encoder. Use the files that it was ' +
      'started with, or start a new search.',
  );
}

/**
 * Trains the remaining trials of a search, except for the final training: that is an ordinary run of `bestRecipe`, left to the caller.
 * Aborting the signal ends the search after the current step.
 *
 * @throws as `study`; a non-finite loss only ends its trial
 */
export async function* searchRuns(
  { spec, trials: before }: SearchState,
  source: RunSource,
  { signal, now = () => performance.now() / 1000, ...options }: SearchOptions = {},
): AsyncGenerator<SearchEvent, void> {
  const trials = [...before];
  for (;;) {
    const plan = nextTrial(spec, trials);
    if (plan === undefined || plan.stage === 'final' || signal?.aborted) return;
    const index = trials.length;
    yield { kind: 'trial', index, plan };
    const run = { label: candidateName(plan.candidate), config: plan.config, vectors: true, share: plan.share };
    const events = study([run], source, { ...options, ...(signal && { signal }) });
    let end: (StudyEvent & { kind: 'end' }) | undefined;
    let seconds: Seconds = 0;
    try {
      for (;;) {
        const began = now();
        const { done, value } = await events.next();
        seconds += now() - began; // excludes the time of the consumer
        if (done) break;
        if (value.kind === 'end') end = value;
        if (value.kind === 'train') yield { kind: 'train', index, plan, event: value.event, state: value.state };
      }
    } finally {
      await events.return(); // if the consumer stops iterating
    }
    if (end === undefined || signal?.aborted) return;
    const result = trialResult(end, seconds);
    trials.push({ plan, result });
    yield { kind: 'result', index, plan, result, epochs: end.epochs };
  }
}

/** The result of a trial, from the end of its run. */
export function trialResult({ result, failure }: Pick<RunEnd, 'result' | 'failure'>, seconds: Seconds): TrialResult {
  const scored = result !== undefined && isComplete(result) ? result : undefined;
  return {
    f1: scored?.dev.overall.f1,
    precision: scored?.dev.overall.precision,
    recall: scored?.dev.overall.recall,
    bestEpoch: result?.bestEpoch ?? 0,
    parameters: result?.parameters ?? 0,
    seconds,
    problem: failure?.message,
  };
}
