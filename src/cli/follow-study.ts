import type { RunResult } from '../eval/runs.ts';
import type { EpochReport } from '../model/events.ts';
import type { TaggerModel } from '../model/model.ts';
import type { Checkpoint } from '../model/trainer.ts';
import { downloadWeights, type HostWeights } from '../model/weights.ts';
import type { RunEnd, StudyEvent, StudyRun } from '../runs/study.ts';
import { INITIAL_RUN_STATE, reduce } from '../runs/run-state.ts';
import { showProgress, type RunTitle } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** A run as it went. */
export interface FollowedRun {
  run: StudyRun;
  /** Of its data. */
  fingerprint: string;
  epochs: EpochReport[];
  result: RunResult | undefined;
}

/** The best run of a study, off the device. */
export interface KeptModel extends FollowedRun {
  model: TaggerModel;
  weights: HostWeights;
}

export interface StudyOutcome {
  runs: FollowedRun[];
  /** Without any epoch scored, the first run as far as it came. */
  kept: KeptModel | undefined;
  /** Of the last run that failed. */
  failure: unknown;
}

export interface StudyListener {
  epoch?: (report: EpochReport, run: FollowedRun) => void;
  /** Training waits for it. */
  checkpoint?: (checkpoint: Checkpoint, run: FollowedRun) => Promise<void>;
  end?: (run: FollowedRun) => void;
}

/**
 * Tells what happens until the study ends, or fails: what was reached until then is still there.
 *
 * @param name what to call a run on the terminal; empty where there is one only
 */
export async function followStudy(
  terminal: Terminal,
  events: AsyncIterable<StudyEvent>,
  name: (index: number, run: StudyRun) => string,
  listener: StudyListener,
): Promise<StudyOutcome> {
  const outcome: StudyOutcome = { runs: [], kept: undefined, failure: undefined };
  let current: FollowedRun | undefined;
  let title: RunTitle = { epochs: 0, prefix: '' };
  let state = INITIAL_RUN_STATE;
  try {
    for await (const event of events) {
      if (event.kind === 'begin') {
        const { run, index, fingerprint } = event;
        current = { run, fingerprint, epochs: [], result: undefined };
        outcome.runs.push(current);
        title = { epochs: run.config.epochs, prefix: name(index, run) };
        state = INITIAL_RUN_STATE;
        continue;
      }
      if (current === undefined) continue;
      if (event.kind === 'end') {
        current.result = event.result;
        if (event.failure !== undefined) {
          outcome.failure = event.failure;
          const which = name(event.index, current.run);
          if (which !== '') terminal.note(`${which}${event.failure.message}`); // of a single run it ends the command
        }
        if (event.isBest || outcome.kept === undefined) {
          outcome.kept = await keep(current, event.model, event);
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

/** A run that failed before its first epoch was scored leaves nothing worth keeping; one that was stopped does. */
async function keep(
  run: FollowedRun,
  model: TaggerModel,
  { best, failure }: Pick<RunEnd, 'best' | 'failure'>,
): Promise<KeptModel | undefined> {
  if (best !== undefined) return { ...run, model, weights: best.weights };
  return failure === undefined ? { ...run, model, weights: await downloadWeights(model.weights) } : undefined;
}
