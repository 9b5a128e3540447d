import { ARCHITECTURE_FIELDS, type RunConfig } from '../config/schema.ts';
import { yieldToEventLoop } from '../lib/event-loop.ts';
import { throwIfAborted } from '../lib/errors.ts';
import type { Milliseconds } from '../lib/units.ts';
import { Stepper } from '../model/stepper.ts';
import { disposeWeights } from '../model/weights.ts';
import type { prepareRun, RunSource } from './prepare.ts';
import { isTagged } from '../data/tags/training-tags.ts';

/** Batches to time, from the longest sentences of the sample to the shortest. */
const BATCHES = 4;

/** Timed steps per batch, after one that warms up, in which programs are compiled. */
const TIMED_ROUNDS = 2;

/** A step that takes longer ends the timing, except the first, in which programs are compiled. */
const SLOW_STEP: Milliseconds = 2000;

export interface TimingOptions {
  /** Creates the model. */
  prepare: typeof prepareRun;
  signal: AbortSignal;
  /** Called before the first step, after each warm-up step, and at the end. */
  onStep: (done: number, total: number) => void;
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
 * @returns mean duration of a step, or that of the first slow one
 * @throws StudioError Cancelled
 */
export async function timeSteps(
  config: RunConfig,
  source: RunSource,
  { prepare, signal, onStep }: TimingOptions,
): Promise<Milliseconds> {
  const train = sampleEvenly(source.train.filter(isTagged), BATCHES * config.batchSize);
  const { model, data } = prepare(config, { ...source, train, dev: train, others: [] });
  const stepper = new Stepper(model, data.train);
  const total = stepper.batches * (1 + TIMED_ROUNDS);
  try {
    onStep(0, total);
    for (let step = 1; step <= stepper.batches; step++) {
      const begin = performance.now();
      stepper.take(1);
      await stepper.finish();
      await yieldToEventLoop();
      throwIfAborted(signal);
      onStep(step, total);
      const time = performance.now() - begin;
      if (step > 1 && time > SLOW_STEP) return time;
    }
    const begin = performance.now();
    stepper.take(total - stepper.batches);
    await stepper.finish();
    throwIfAborted(signal);
    onStep(total, total);
    return (performance.now() - begin) / (total - stepper.batches);
  } finally {
    stepper.dispose();
    disposeWeights(model.weights);
  }
}

/** At most `count` items, evenly spaced. */
function sampleEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
