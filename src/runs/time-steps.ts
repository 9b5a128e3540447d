import { ARCHITECTURE_FIELDS, type RunConfig } from '../config/schema.ts';
import { breathe } from '../lib/breathe.ts';
import { throwIfAborted } from '../lib/errors.ts';
import type { Milliseconds } from '../lib/units.ts';
import { Stepper } from '../model/stepper.ts';
import { disposeWeights } from '../model/weights.ts';
import { wordDimOf, type prepareRun, type RunSource } from './prepare.ts';
import { isTagged } from '../data/tags/training-tags.ts';

/** Batches that are drawn from the corpus, from its longest sentences to its shortest. */
const BATCHES = 4;

/** How often each of them is trained on while the time is taken; before that once, while programs are compiled. */
const ROUNDS = 2;

/** A device that needs longer for one step is not waited for. In the first one it compiles, which may take as long. */
const PATIENCE: Milliseconds = 2000;

export interface TimingOptions {
  /** What makes the model. */
  prepare: typeof prepareRun;
  signal: AbortSignal;
  /** Told before the first and after each step of so many; at the end of several at once. */
  onStep: (done: number, total: number) => void;
}

/** Configurations with the same name take as long. */
export function kindOfSteps(config: RunConfig, source: Pick<RunSource, 'vectors'>): string {
  const { batchSize, optimizer, fineTuneWords } = config;
  const made = ARCHITECTURE_FIELDS.map((field) => config[field]);
  return [...made, wordDimOf(config, source), batchSize, optimizer, fineTuneWords].join(' ');
}

/** What a training step takes on the device that is open, on a part of the corpus, all steps sent before the last is waited for. */
export async function timeSteps(
  config: RunConfig,
  source: RunSource,
  { prepare, signal, onStep }: TimingOptions,
): Promise<Milliseconds> {
  const train = drawEvenly(source.train.filter(isTagged), BATCHES * config.batchSize);
  const wordDim = wordDimOf(config, source);
  const { model, data } = prepare({ ...config, wordDim }, { ...source, train, dev: train, others: [] });
  const stepper = new Stepper(model, data.train);
  const total = stepper.batches * (1 + ROUNDS);
  try {
    onStep(0, total);
    for (let step = 1; step <= stepper.batches; step++) {
      const begin = performance.now();
      stepper.take(1);
      await stepper.finish();
      await breathe();
      throwIfAborted(signal);
      onStep(step, total);
      const time = performance.now() - begin;
      if (step > 1 && time > PATIENCE) return time;
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

/** So many, or all, from all over the list. */
function drawEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
