import type { RunConfig } from '../../config/schema.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { Seconds } from '../../lib/units.ts';
import type { TrainEvent } from '../../model/events.ts';
import { INITIAL_RUN_STATE, reduce, rewind, type RunState } from '../../runs/run-state.ts';
import type { RunPlan } from '../../runs/plan.ts';
import { series, type SeriesSnapshot } from './series.ts';
import { createStore } from './create-store.ts';

type Done = TrainEvent & { kind: 'done' };

/** Set for a stored run that is resumed. */
type RunId = string;

/** The phases of a training run. Each carries only what it needs. */
export type RunPhase =
  | { phase: 'idle' }
  /** An ablation has neither a configuration nor an origin: it has many runs. */
  | { phase: 'preparing'; abort: AbortController; config?: RunConfig; from?: 'scratch' | 'model'; record?: RunId }
  | { phase: 'training' }
  | { phase: 'paused' }
  | { phase: 'finished' | 'stopped'; done: Done }
  /** `crashed`: the worker itself is gone, and must be started again. */
  | { phase: 'failed'; error: SerializedError; crashed: boolean };

/** What the page shows of a run. */
type ShownRun = Pick<RunStore, 'config' | 'progress'> & { series: SeriesSnapshot };

export interface RunStore {
  run: RunPhase;
  /** The phase before the current one, while a run is prepared or an ablation trains: the page shows that run again afterwards. */
  previousRun: RunPhase | undefined;
  /** Of several seeds: the best so far, as the page showed it. */
  bestSeed: ShownRun | undefined;
  /** The run has just ended: a press of a button now was probably meant for it. */
  isSettling: boolean;
  /** The configuration of the run, once there was one. */
  config: RunConfig | undefined;
  /** How the run stands. */
  progress: RunState;
  /** Increases when `series` has more to draw. */
  seriesVersion: number;
  /** What Train would train, for the recipe and the files of this moment. */
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

/** Train was pressed. The figures of the previous run stay until this one begins: it may be refused. */
export function runPrepared(config: RunConfig, from: 'scratch' | 'model', record?: RunId): AbortSignal {
  return prepared(record === undefined ? { config, from } : { config, from, record });
}

/** @returns what Stop aborts, as long as the run is prepared */
function prepared(facts: Partial<RunPhase & { phase: 'preparing' }>): AbortSignal {
  const abort = new AbortController();
  useRunStore.setState(({ run }) => ({ previousRun: run, run: { ...facts, phase: 'preparing', abort } }));
  return abort.signal;
}

/** Another of several seeds begins. */
export function nextRunStarted(config: RunConfig): void {
  series.clear();
  useRunStore.setState(({ seriesVersion }) => ({
    config,
    progress: INITIAL_RUN_STATE,
    seriesVersion: seriesVersion + 1,
  }));
}

/** Of several seeds, the run shown on the page is the best so far. */
export function bestSeedFound(): void {
  useRunStore.setState(({ config, progress }) => ({ bestSeed: { config, progress, series: series.snapshot() } }));
}

/** All seeds have ended: the page shows the best again, if there was one. */
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

/** An ablation was requested. The page keeps the figures of the run that it shows. */
export function ablationRequested(): AbortSignal {
  return prepared({});
}

export function ablationStarted(): void {
  useRunStore.setState(({ run }) => (run.phase === 'preparing' ? { run: { phase: 'training' } } : {}));
}

export function ablationEnded(): void {
  useRunStore.setState(({ run, previousRun }) => ({ run: previousRun ?? run, previousRun: undefined }));
}

/** Applies the events of a run in their order. @param now on any clock */
export function applyRunEvents(events: readonly TrainEvent[], now: Seconds): void {
  let next = useRunStore.getState();
  for (const event of events) {
    if (event.kind === 'start' && next.run.phase === 'preparing') next = { ...next, ...begun(next.run.config) };
    keep(event);
    next = { ...next, ...afterEvent(next, event, now) };
  }
  useRunStore.setState({ ...next, seriesVersion: next.seriesVersion + 1 });
}

/** The first start of a run. It starts again if its device is lost. */
function begun(config: RunConfig | undefined): Partial<RunStore> {
  series.clear();
  return { config, progress: INITIAL_RUN_STATE, previousRun: undefined };
}

function keep(event: TrainEvent): void {
  if (event.kind === 'start') series.addLosses(1, event.losses);
  if (event.kind === 'epoch') series.addEpoch(event.report);
  if (event.kind === 'steps') {
    series.addLosses(event.firstStep, event.losses);
    series.transitions = event.transitions;
  }
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
    progress: previousRun === undefined ? progress : INITIAL_RUN_STATE, // of another run
  }));
}

/** Clears a failure whose cause may be gone. After a crash, only a new trainer helps. */
export function failureCleared(): void {
  useRunStore.setState(({ run }) => (run.phase === 'failed' && !run.crashed ? { run: { phase: 'idle' } } : {}));
}

export function runSettled(isSettled: boolean): void {
  useRunStore.setState({ isSettling: !isSettled });
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
/** Between Train and the end. */
export const selectIsActive = ({ run }: Pick<RunStore, 'run'>): boolean =>
  run.phase === 'preparing' || run.phase === 'training' || run.phase === 'paused';
