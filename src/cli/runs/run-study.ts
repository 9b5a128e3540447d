import { asError } from '../../lib/errors.ts';
import type { EpochReport } from '../../model/events.ts';
import type { TrainingSignals } from '../../eval/signals.ts';
import type { RunState } from '../../runs/run-state.ts';
import type { StudyEvent, StudyRun } from '../../runs/study.ts';
import type { SavedRun } from '../../runs/saved-run.ts';
import { showProgress } from './progress.ts';
import type { Terminal } from '../terminal.ts';

export type EndedRun = StudyEvent & { kind: 'end' };

/** One run of a study and its result. */
export type RunOutcome = Pick<EndedRun, 'run' | 'epochs' | 'result'>;

export interface StudyOutcome {
  runs: RunOutcome[];
  /** The best run. If no epoch was scored, the first run with its last weights, unless it failed. */
  best: EndedRun | undefined;
  /** The error of the last run that failed. */
  failure: Error | undefined;
}

export interface StudyListener {
  epoch?: (report: EpochReport, run: StudyRun) => void;
  signals?: (signals: TrainingSignals, state: RunState) => void;
  /** Training waits for the promise. */
  checkpoint?: (saved: SavedRun) => Promise<void>;
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
  try {
    for await (const event of events) {
      const { index, run } = event;
      const title = { epochs: run.config.epochs, prefix: prefix(index, run) };
      if (event.kind === 'checkpoint') await listener.checkpoint?.(event.saved);
      else if (event.kind === 'train') {
        showProgress(terminal, title, event.event, event.state);
        if (event.event.kind === 'signals') listener.signals?.(event.event.signals, event.state);
        if (event.event.kind === 'epoch') listener.epoch?.(event.event.report, run);
      } else if (event.kind === 'end') {
        const { epochs, result, failure } = event;
        outcome.runs.push({ run, epochs, result });
        outcome.failure = failure ?? outcome.failure;
        // The failure of a single run is printed when the command ends.
        if (failure !== undefined && title.prefix !== '') terminal.note(`${title.prefix}${failure.message}`);
        if (event.isBest || (outcome.best === undefined && event.weights !== undefined)) outcome.best = event;
        listener.end?.({ run, epochs, result });
      }
    }
  } catch (error) {
    outcome.failure = asError(error);
  }
  return outcome;
}
