import { create } from 'zustand';
import type { RunConfig } from '../../config/schema.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { Seconds, TokensPerSecond } from '../../lib/units.ts';
import type { TrainEvent } from '../../model/events.ts';
import type { RunPlan } from '../../workers/wire/protocol.ts';
import { series, type SeriesSnapshot } from './series.ts';

type Done = TrainEvent & { kind: 'done' };

/** Of a run that is remembered: it goes on. */
type RunId = string;

/** The life of a training run. One phase at a time; each phase carries only what it needs. */
export type RunState =
  | { phase: 'idle' }
  /** Of an ablation neither: it has many. */
  | { phase: 'preparing'; config?: RunConfig; from?: 'scratch' | 'model'; record?: RunId }
  | { phase: 'training' }
  | { phase: 'paused' }
  | { phase: 'finished' | 'stopped'; done: Done }
  /** `crashed`: the worker itself is gone, and must be started again. */
  | { phase: 'failed'; error: SerializedError; crashed: boolean };

/** What stays the same while a run lasts. */
export interface RunFacts {
  tags: string[];
  /** As in `RunPlan`; undefined where it is not known. */
  illegal: Uint8Array | undefined;
  parameters: number;
  stepsPerEpoch: number;
  tokensPerEpoch: number;
}

/** How far a run is. */
export interface Position {
  /** From 1; 0: before the first step. */
  epoch: number;
  /** Of the run, from 1. */
  step: number;
  /** Of this epoch that are trained. */
  tokens: number;
  tokensPerSecond: TokensPerSecond;
  /** Since when dev is being scored; undefined: it is not. */
  scoringSince: Seconds | undefined;
  /** How long scoring dev took last time; undefined before the first. */
  scoringSeconds: Seconds | undefined;
}

export interface RunStore {
  run: RunState;
  /**
   * What it was before what is under way: a run that has not begun yet, or an ablation, whose models are none of this
   * page's.
   */
  setAside: RunState | undefined;
  /** The run has only just ended: what is pressed now was meant for it. */
  isSettling: boolean;
  /** The configuration of the run, once there was one. */
  config: RunConfig | undefined;
  /** From its start on. */
  facts: RunFacts | undefined;
  position: Position;
  /** Moves when `series` has more to draw: at most twice a second within a run, however short its epochs are. */
  seriesVersion: number;
  drawnAt: Seconds;
  /** What Train would train, for the recipe and the files of this moment. */
  plan: RunPlan | undefined;
}

const START: Position = {
  epoch: 0,
  step: 0,
  tokens: 0,
  tokensPerSecond: 0,
  scoringSince: undefined,
  scoringSeconds: undefined,
};

export const useRunStore = create<RunStore>()(() => ({
  run: { phase: 'idle' },
  setAside: undefined,
  isSettling: false,
  config: undefined,
  facts: undefined,
  position: START,
  seriesVersion: 0,
  drawnAt: 0,
  plan: undefined,
}));

export function planned(plan: RunPlan | undefined): void {
  useRunStore.setState({ plan });
}

/** Train was pressed. What the run before it told stays until this one begins: it may be refused. */
export function runPrepared(config: RunConfig, from: 'scratch' | 'model', record?: RunId): void {
  const asked = record === undefined ? { config, from } : { config, from, record };
  useRunStore.setState(({ run }) => ({ setAside: run, run: { phase: 'preparing', ...asked } }));
}

/** Another of several seeds begins. */
export function nextRunBegan(config: RunConfig): void {
  series.clear();
  useRunStore.setState(({ seriesVersion }) => ({ config, position: START, seriesVersion: seriesVersion + 1 }));
}

/** What the page shows of a run, to come back to it. */
export type ShownRun = Pick<RunStore, 'config' | 'position'> & { series: SeriesSnapshot };

export function shownRun(): ShownRun {
  const { config, position } = useRunStore.getState();
  return { config, position, series: series.snapshot() };
}

export function shownAgain({ config, position, series: told }: ShownRun): void {
  series.restore(told);
  useRunStore.setState(({ seriesVersion }) => ({ config, position, seriesVersion: seriesVersion + 1 }));
}

/** An ablation was asked for: its figures are not those of the run that the page shows. */
export function ablationAsked(): void {
  useRunStore.setState(({ run }) => ({ setAside: run, run: { phase: 'preparing' } }));
}

export function ablationBegan(): void {
  useRunStore.setState(({ run }) => (run.phase === 'preparing' ? { run: { phase: 'training' } } : {}));
}

export function ablationOver(): void {
  useRunStore.setState(({ run, setAside }) => ({ run: setAside ?? run, setAside: undefined }));
}

/** A drawing costs the trainer's core some 15 ms. */
export const DRAW_EVERY: Seconds = 0.5;

/** The beginning and the end of a run are shown at once. */
export const isUrgent = ({ kind }: TrainEvent): boolean => kind === 'start' || kind === 'done';

/**
 * Takes several events at once; none: it is time to draw what was taken before.
 *
 * @returns whether all that was taken is drawn
 */
export function trained(events: readonly TrainEvent[], now: Seconds): boolean {
  let next = useRunStore.getState();
  for (const event of events) {
    if (event.kind === 'start' && next.run.phase === 'preparing') next = { ...next, ...begun(next.run.config) };
    keep(event);
    next = { ...next, ...afterEvent(next, event, now) };
  }
  const isDue = now - next.drawnAt >= DRAW_EVERY || events.some(isUrgent);
  useRunStore.setState(isDue ? { ...next, seriesVersion: next.seriesVersion + 1, drawnAt: now } : next);
  return isDue;
}

/** Its first start: others follow where its device is lost, and of more seeds. */
function begun(config: RunConfig | undefined): Partial<RunStore> {
  series.clear();
  return { config, position: START, setAside: undefined };
}

function keep(event: TrainEvent): void {
  if (event.kind === 'start') series.addLosses(1, event.losses);
  if (event.kind === 'epoch') series.addEpoch(event.report);
  if (event.kind === 'steps') {
    series.addLosses(event.firstStep, event.losses);
    series.transitions = event.transitions;
  }
}

function afterEvent({ facts, plan, position }: RunStore, event: TrainEvent, now: Seconds): Partial<RunStore> {
  switch (event.kind) {
    case 'start': {
      const { tags, parameters, stepsPerEpoch, tokensPerEpoch } = event;
      const illegal = plan?.illegal.length === (tags.length + 1) ** 2 ? plan.illegal : undefined;
      return { run: { phase: 'training' }, facts: { tags, illegal, parameters, stepsPerEpoch, tokensPerEpoch } };
    }
    case 'steps': {
      const { epoch, firstStep, losses, tokensPerSecond } = event;
      const tokens = (epoch === position.epoch ? position.tokens : 0) + event.tokens;
      const step = firstStep + losses.length - 1;
      return { position: { ...position, epoch, step, tokens, tokensPerSecond, scoringSince: undefined } };
    }
    case 'scoring':
      return { position: { ...position, scoringSince: now } };
    case 'epoch':
      return {
        position: {
          ...position,
          epoch: event.report.epoch,
          tokens: facts?.tokensPerEpoch ?? position.tokens,
          tokensPerSecond: event.report.tokensPerSecond,
          scoringSince: undefined,
          scoringSeconds: position.scoringSince === undefined ? position.scoringSeconds : now - position.scoringSince,
        },
      };
    case 'done':
      return { run: { phase: event.reason === 'stopped' ? 'stopped' : 'finished', done: event } };
    default:
      return event satisfies never;
  }
}

export function runPaused(): void {
  useRunStore.setState(({ run }) => (run.phase === 'training' ? { run: { phase: 'paused' } } : {}));
}

export function runResumed(): void {
  useRunStore.setState(({ run }) => (run.phase === 'paused' ? { run: { phase: 'training' } } : {}));
}

export function runFailed(error: SerializedError, crashed = false): void {
  useRunStore.setState(({ setAside, position }) => ({
    run: { phase: 'failed', error, crashed },
    setAside: undefined,
    position: setAside === undefined ? position : START, // of another run
  }));
}

/** What it failed of may be gone. After a breakdown only another trainer helps. */
export function failureForgotten(): void {
  useRunStore.setState(({ run }) => (run.phase === 'failed' && !run.crashed ? { run: { phase: 'idle' } } : {}));
}

export function runSettled(isSettled: boolean): void {
  useRunStore.setState({ isSettling: !isSettled });
}

/** It never began. */
export function runCancelled(): void {
  useRunStore.setState(({ setAside }) => ({ run: setAside ?? { phase: 'idle' }, setAside: undefined }));
}

/** The device was lost: the run goes on from the end of an epoch. */
export function runRewound(epoch: number): void {
  useRunStore.setState(({ facts, position, seriesVersion }) => {
    series.truncate(epoch, facts?.stepsPerEpoch ?? 0);
    return {
      position: { ...position, epoch, step: epoch * (facts?.stepsPerEpoch ?? 0), tokens: facts?.tokensPerEpoch ?? 0 },
      seriesVersion: seriesVersion + 1,
    };
  });
}

export const selectPhase = ({ run }: RunStore): RunState['phase'] => run.phase;
/** Between Train and the end. */
export const selectIsActive = ({ run }: RunStore): boolean =>
  run.phase === 'preparing' || run.phase === 'training' || run.phase === 'paused';
