import type { RunConfig } from '../../../config/schema.ts';
import type { TrainingSignals } from '../../../eval/signals.ts';
import type { SerializedError } from '../../../lib/errors.ts';
import type { Seconds } from '../../../lib/units.ts';
import type { TrainEvent } from '../../../model/events.ts';
import { INITIAL_RUN_STATE, reduce, rewind, type RunFacts, type RunState } from '../../../runs/run-state.ts';
import type { RunPlan } from '../../../runs/plan.ts';
import { series, type SeriesSnapshot } from './series.ts';
import { createStore } from '../create-store.ts';

type Done = TrainEvent & { kind: 'done' };

/** A stored run that is resumed. */
export interface ResumedRun {
  id: string;
  /** Of its earlier steps: unlike losses and epochs, the trainer does not report them again. */
  signals: readonly TrainingSignals[];
}

/** The phases of a training run, each with its own data. */
export type RunPhase =
  | { phase: 'idle' }
  /** An ablation has no configuration: it has many runs. `parent` is the name of the model that is trained further. */
  | { phase: 'preparing'; abort: AbortController; config?: RunConfig; parent?: string; resumed?: ResumedRun }
  | { phase: 'training' }
  | { phase: 'paused' }
  | { phase: 'finished' | 'stopped'; done: Done }
  /** `crashed`: the worker itself has ended and must be restarted. */
  | { phase: 'failed'; error: SerializedError; crashed: boolean };

/** The part of a run that the page shows. */
type ShownRun = Pick<RunStore, 'config' | 'progress'> & { series: SeriesSnapshot };

export interface RunStore {
  run: RunPhase;
  /** The phase of the previous run, while a run is prepared or an ablation trains: the page may return to that run. */
  previousRun: RunPhase | undefined;
  /** With several seeds, the best one so far. */
  bestSeed: ShownRun | undefined;
  /** Whether a run has just ended, so that a click was probably meant for that run. */
  isSettling: boolean;
  /** The configuration of the last run. */
  config: RunConfig | undefined;
  /** Progress of the run. */
  progress: RunState;
  /** Increases when `series` has new data to draw. */
  seriesVersion: number;
  /** The plan for the current recipe and files. */
  plan: RunPlan | undefined;
}

export const useRunStore = createStore<RunStore>({
  run: { phase: 'idle' },
  previousRun: undefined,
  bestSeed: undefined,
  isSettling: false,
  config: undefined,
  progress: INITIAL_RUN_STATE,
  seriesVersion: 0,
  plan: undefined,
});

export function planned(plan: RunPlan | undefined): void {
  useRunStore.setState({ plan });
}

/** Train was pressed. The figures of the previous run remain until this one starts, since it may be refused. */
export function runPrepared(config: RunConfig, origin: { parent?: string; resumed?: ResumedRun } = {}): AbortSignal {
  return prepared({ config, ...origin });
}

/** @returns a signal that Stop aborts during preparation */
function prepared(facts: Partial<RunPhase & { phase: 'preparing' }>): AbortSignal {
  const abort = new AbortController();
  useRunStore.setState(({ run }) => ({ previousRun: run, run: { ...facts, phase: 'preparing', abort } }));
  return abort.signal;
}

/** The run of the next seed begins. */
export function nextRunStarted(config: RunConfig): void {
  series.clear();
  useRunStore.setState(({ seriesVersion }) => ({
    config,
    progress: INITIAL_RUN_STATE,
    seriesVersion: seriesVersion + 1,
  }));
}

/** Saves the run on the page as the best seed so far. */
export function bestSeedFound(): void {
  useRunStore.setState(({ config, progress }) => ({ bestSeed: { config, progress, series: series.snapshot() } }));
}

/** Shows the best seed after all seeds have ended, if there is one. */
export function bestSeedRestored(): void {
  const { bestSeed } = useRunStore.getState();
  if (bestSeed === undefined) return;
  const { config, progress, series: snapshot } = bestSeed;
  series.restore(snapshot);
  useRunStore.setState(({ seriesVersion }) => ({
    bestSeed: undefined,
    config,
    progress,
    seriesVersion: seriesVersion + 1,
  }));
}

/** Shows the figures of a run of an earlier session. */
export function figuresRestored(config: RunConfig, facts: RunFacts, snapshot: SeriesSnapshot): void {
  series.restore(snapshot);
  const { epoch = 0 } = snapshot.epochs.at(-1) ?? {};
  useRunStore.setState(({ seriesVersion }) => ({
    config,
    progress: { ...INITIAL_RUN_STATE, facts, epoch, step: snapshot.losses.length },
    seriesVersion: seriesVersion + 1,
  }));
}

/** A training apart from the run on the page was requested: an ablation or a search. The page keeps the figures of the shown run. */
export function apartRequested(): AbortSignal {
  return prepared({});
}

export function apartStarted(): void {
  useRunStore.setState(({ run }) => (run.phase === 'preparing' ? { run: { phase: 'training' } } : {}));
}

export function apartEnded(): void {
  useRunStore.setState(({ run, previousRun }) => ({ run: previousRun ?? run, previousRun: undefined }));
}

/** Applies the events of a run in order. @param now time on any clock */
export function applyRunEvents(events: readonly TrainEvent[], now: Seconds): void {
  let next = useRunStore.getState();
  for (const event of events) {
    if (event.kind === 'start' && next.run.phase === 'preparing')
      next = { ...next, ...begun(next.run, event.losses.length) };
    keep(event);
    next = { ...next, ...afterEvent(next, event, now) };
  }
  useRunStore.setState({ ...next, seriesVersion: next.seriesVersion + 1 });
}

/**
 * The state at the first `start` event of a run. Another one follows if its device is lost.
 *
 * @param steps of the run so far, if it is resumed
 */
function begun({ config, resumed }: RunPhase & { phase: 'preparing' }, steps: number): Partial<RunStore> {
  series.clear();
  series.signals = resumed?.signals.filter(({ step }) => step <= steps) ?? [];
  return { config, progress: INITIAL_RUN_STATE, previousRun: undefined };
}

function keep(event: TrainEvent): void {
  if (event.kind === 'start') series.addLosses(1, event.losses);
  if (event.kind === 'signals') series.addSignals(event.signals);
  if (event.kind === 'epoch') series.addEpoch(event.report);
  if (event.kind === 'steps') {
    series.addLosses(event.firstStep, event.losses);
    series.transitions = event.transitions;
  }
  if (event.kind === 'done') series.endAtBest();
}

function afterEvent({ progress, run }: RunStore, event: TrainEvent, now: Seconds): Partial<RunStore> {
  return { progress: reduce(progress, event, now), run: phaseAfter(run, event) };
}

function phaseAfter(run: RunPhase, event: TrainEvent): RunPhase {
  if (event.kind === 'start') return { phase: 'training' };
  if (event.kind === 'done') return { phase: event.reason === 'stopped' ? 'stopped' : 'finished', done: event };
  return run;
}

export function runPaused(): void {
  useRunStore.setState(({ run }) => (run.phase === 'training' ? { run: { phase: 'paused' } } : {}));
}

export function runResumed(): void {
  useRunStore.setState(({ run }) => (run.phase === 'paused' ? { run: { phase: 'training' } } : {}));
}

export function runFailed(error: SerializedError, crashed = false): void {
  useRunStore.setState(({ previousRun, progress }) => ({
    run: { phase: 'failed', error, crashed },
    previousRun: undefined,
    progress: previousRun === undefined ? progress : INITIAL_RUN_STATE, // `progress` belongs to the previous run
  }));
}

/** Clears a failure, unless the trainer crashed: that requires a restart. */
export function failureCleared(): void {
  useRunStore.setState(({ run }) => (run.phase === 'failed' && !run.crashed ? { run: { phase: 'idle' } } : {}));
}

export function runSettled(isSettled: boolean): void {
  useRunStore.setState({ isSettling: !isSettled });
}

/** Another model came into use: the figures of the last run are not about it. */
export function runForgotten(): void {
  series.clear();
  useRunStore.setState(({ seriesVersion }) => ({
    run: { phase: 'idle' },
    previousRun: undefined,
    bestSeed: undefined,
    config: undefined,
    progress: INITIAL_RUN_STATE,
    seriesVersion: seriesVersion + 1,
  }));
}

/** The run was cancelled before it started. */
export function runCancelled(): void {
  useRunStore.setState(({ previousRun }) => ({ run: previousRun ?? { phase: 'idle' }, previousRun: undefined }));
}

/** The device was lost: the run resumes after `epoch`. */
export function runRewound(epoch: number): void {
  useRunStore.setState(({ progress, seriesVersion }) => {
    series.truncate(epoch, progress.facts?.stepsPerEpoch ?? 0);
    return { progress: rewind(progress, epoch), seriesVersion: seriesVersion + 1 };
  });
}

export const selectPhase = ({ run }: RunStore): RunPhase['phase'] => run.phase;
/** Whether a run is in preparation or in progress. */
export const selectIsActive = ({ run }: Pick<RunStore, 'run'>): boolean =>
  run.phase === 'preparing' || run.phase === 'training' || run.phase === 'paused';
