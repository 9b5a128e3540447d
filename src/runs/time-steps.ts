import { ARCHITECTURE_FIELDS, type RunConfig } from '../config/schema.ts';
import { yieldToEventLoop } from '../lib/event-loop.ts';
import { groupBy } from '../lib/group-by.ts';
import { throwIfAborted } from '../lib/errors.ts';
import type { Microseconds, Milliseconds } from '../lib/units.ts';
import { Stepper } from '../model/stepper.ts';
import { disposeWeights } from '../model/weights.ts';
import type { prepareRun, RunSource } from './prepare.ts';
import { isTagged } from '../data/tags/training-tags.ts';

/** Batches to time, from the longest sentences of the sample to the shortest. */
const BATCHES = 4;

/** Steps per batch before those that are timed: in the first, programs are compiled; in the second, a device may record it. */
const WARM_UP_ROUNDS = 2;
const TIMED_ROUNDS = 2;

/**
 * Two steps in a row that take longer end the timing. A single one may have compiled programs: the first compiles most of them, and a later
 * one those of another size of batch.
 */
const SLOW_STEP: Milliseconds = 2000;

/** Time for the programs of a step, each run by itself, and the most runs of each. */
const PROFILE_TIME: Milliseconds = 500;
const MOST_PROFILED = 64;

/** The dispatches of a step that run the same program. */
export interface ProgramTime {
  program: string;
  dispatches: number;
  time: Microseconds;
}

/** Means of the timed steps. */
export interface StepTime {
  step: Milliseconds;
  /**
   * Until a step was handed to a GPU; the same as `step` on simd. Undefined if steps were slow: then `step` is the time of the faster one of
   * two in a row.
   */
  javascript: Milliseconds | undefined;
  tokens: number;
  /** Of one step, the longest first; undefined unless asked for, or if the device has no timestamps, or failed. */
  programs?: ProgramTime[] | undefined;
}

export interface TimingOptions {
  /** Creates the model. */
  prepare: typeof prepareRun;
  signal: AbortSignal;
  /** Called before the first step, after each warm-up step, and at the end. */
  onStep: (done: number, total: number) => void;
  /** Whether to time the programs of a step, too; default: no. */
  profiles?: boolean;
}

/** A key for configurations whose steps take the same time. Verdicts are stored under it. @param config resolved */
export function kindOfRun(config: RunConfig): string {
  const fields = [...ARCHITECTURE_FIELDS, 'batchSize', 'optimizer', 'fineTuneWords'] as const;
  return fields.map((field) => config[field]).join(' ');
}

/**
 * Times a training step on the open device, on a sample of the corpus. All timed steps are submitted before the last is awaited.
 *
 * @param config resolved
 * @returns means, or the time of a slow step
 * @throws StudioError Cancelled
 */
export async function timeSteps(
  config: RunConfig,
  source: RunSource,
  { prepare, signal, onStep, profiles = false }: TimingOptions,
): Promise<StepTime> {
  const train = sampleEvenly(source.train.filter(isTagged), BATCHES * config.batchSize);
  const { model, data } = prepare(config, { ...source, train, dev: train, others: [] });
  const stepper = new Stepper(model, data.train);
  const warmUp = stepper.batches * WARM_UP_ROUNDS;
  const timed = stepper.batches * TIMED_ROUNDS;
  const total = warmUp + timed;
  try {
    onStep(0, total);
    let before: Milliseconds = 0; // time of the last step; not of the first, which compiles
    for (let step = 1; step <= warmUp; step++) {
      const begin = performance.now();
      const tokens = stepper.take(1);
      await stepper.finish();
      await yieldToEventLoop();
      throwIfAborted(signal);
      onStep(step, total);
      const time = performance.now() - begin;
      if (Math.min(time, before) > SLOW_STEP) return { step: Math.min(time, before), javascript: undefined, tokens };
      if (step > 1) before = time;
    }
    const begin = performance.now();
    const tokens = stepper.take(timed);
    const sent = performance.now() - begin;
    await stepper.finish();
    throwIfAborted(signal);
    const step = (performance.now() - begin) / timed;
    const programs = profiles ? await programsOf(stepper, step) : undefined;
    throwIfAborted(signal);
    onStep(total, total);
    return { step, javascript: sent / timed, tokens: tokens / timed, programs };
  } finally {
    stepper.dispose();
    disposeWeights(model.weights);
  }
}

async function programsOf(stepper: Stepper, step: Milliseconds): Promise<ProgramTime[] | undefined> {
  const times = Math.min(Math.max(Math.round(PROFILE_TIME / step), 1), MOST_PROFILED);
  // The steps have been timed, and remain so if the device is lost now.
  const dispatches = await stepper.profile(times).catch(() => undefined);
  if (dispatches === undefined) return undefined;
  return [...groupBy(dispatches, ({ program }) => program)]
    .map(([program, all]) => ({ program, dispatches: all.length, time: all.reduce((sum, { time }) => sum + time, 0) }))
    .toSorted((a, b) => b.time - a.time);
}

/** At most `count` items, evenly spaced. */
function sampleEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
