import type { RunResult } from '../eval/runs.ts';
import type { EpochReport } from '../model/events.ts';
import type { TaggerModel } from '../model/model.ts';
import type { Checkpoint } from '../model/trainer.ts';
import { downloadWeights, type HostWeights } from '../model/weights.ts';
import type { RunEnd, StudyEvent, StudyRun } from '../runs/study.ts';
import { INITIAL_RUN_STATE, reduce } from '../runs/run-state.ts';
import { showProgress, type RunTitle } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** One run of a study and its result. */
export interface RunOutcome {
  run: StudyRun;
  /** See `TrainingData`. */
  fingerprint: string;
  epochs: EpochReport[];
  result: RunResult | undefined;
}

/** The best run of a study, with its weights on the host. */
export interface BestRun extends RunOutcome {
  model: TaggerModel;
  weights: HostWeights;
}

export interface StudyOutcome {
  runs: RunOutcome[];
  /** If no epoch was scored, the first run with its last weights, unless it failed. */
  best: BestRun | undefined;
  /** The error of the last run that failed. */
  failure: unknown;
}

export interface StudyListener {
  epoch?: (report: EpochReport, run: RunOutcome) => void;
  /** Training waits for the promise. */
  checkpoint?: (checkpoint: Checkpoint, run: RunOutcome) => Promise<void>;
  end?: (run: RunOutcome) => void;
}

/**
 * Runs a study to its end and shows its progress. Does not reject: if the study fails, the outcome has the error and the results so
 * far.
 *
 * @param prefix identifies a run on the terminal, as in `seed 2 of 5: `; empty if there is only one
 */
export async function runStudy(
  terminal: Terminal,
  events: AsyncIterable<StudyEvent>,
  prefix: (index: number, run: StudyRun) => string,
  listener: StudyListener,
): Promise<StudyOutcome> {
  const outcome: StudyOutcome = { runs: [], best: undefined, failure: undefined };
  let current: RunOutcome | undefined;
  let title: RunTitle = { epochs: 0, prefix: '' };
  let state = INITIAL_RUN_STATE;
  try {
    for await (const event of events) {
      if (event.kind === 'begin') {
        const { run, index, fingerprint } = event;
        current = { run, fingerprint, epochs: [], result: undefined };
        outcome.runs.push(current);
        title = { epochs: run.config.epochs, prefix: prefix(index, run) };
        state = INITIAL_RUN_STATE;
        continue;
      }
      if (current === undefined) continue;
      if (event.kind === 'end') {
        current.result = event.result;
        if (event.failure !== undefined) {
          outcome.failure = event.failure;
          // The failure of a single run is printed when the command ends.
          if (title.prefix !== '') terminal.note(`${title.prefix}${event.failure.message}`);
        }
        if (event.isBest || outcome.best === undefined) {
          outcome.best = await bestRunOf(current, event.model, event);
        }
        listener.end?.(current);
        continue;
      }
      const { event: trainEvent } = event;
      if (trainEvent.kind === 'checkpoint') {
        await listener.checkpoint?.(trainEvent.checkpoint, current);
        continue;
      }
      state = reduce(state, trainEvent, performance.now() / 1000);
      showProgress(terminal, title, trainEvent, state);
      if (trainEvent.kind !== 'epoch') continue;
      current.epochs.push(trainEvent.report);
      listener.epoch?.(trainEvent.report, current);
    }
  } catch (failure) {
    outcome.failure = failure;
  }
  return outcome;
}

/** @returns undefined if the run failed before its first epoch was scored; if it was stopped before, the last weights are used */
async function bestRunOf(
  run: RunOutcome,
  model: TaggerModel,
  { best, failure }: Pick<RunEnd, 'best' | 'failure'>,
): Promise<BestRun | undefined> {
  if (best !== undefined) return { ...run, model, weights: best.weights };
  return failure === undefined ? { ...run, model, weights: await downloadWeights(model.weights) } : undefined;
}
