import { add, dispose, keep, mul, scalar, stack, type Tensor, type Tensor2D } from '../tensors/tensors.ts';
import { activeFilters, type PartSignals, type TrainingSignals } from '../eval/signals.ts';
import { sumOfSquares } from '../kernels/optimizer/op.ts';
import type { Milliseconds } from '../lib/units.ts';

/** Least time, and least number of steps, from one observed step to the next. */
const OBSERVE_EVERY: { time: Milliseconds; steps: number } = { time: 500, steps: 25 };

/** Whether someone looks at the signals of a run; may change while it trains. */
export interface SignalsWatch {
  isOpen: boolean;
}

/** What an observed step passes on, inside its `tidy`. */
export interface UpdateToObserve {
  /** Gradients by parameter; of the word table, those of the batch's words. */
  gradients: Readonly<Record<string, Tensor>>;
  /** The trained parameters now, by the same names. */
  parameters: () => Readonly<Record<string, Tensor>>;
  /** [U, F] character features of the batch's forms; undefined without characters. */
  characters: Tensor2D | undefined;
  update: () => void;
}

type Rates = Pick<TrainingSignals, 'learningRate' | 'wordLearningRate'>;

/** Squared norms that are measured for each part. */
const MEASURED = 3;

/**
 * Measures some steps of a run. The step computes what it would anyway; here, norms are computed from its gradients and from its parameters
 * before and after, on the device. They are read back while later steps run.
 */
export class SignalProbe {
  readonly #watch: SignalsWatch;
  #observedAt = -Infinity;
  /** Steps since then; the first one may be observed. */
  #steps: number = OBSERVE_EVERY.steps;
  #inFlight: Promise<void> | undefined;
  #read: TrainingSignals | undefined;
  #device: Tensor[] = [];

  constructor(watch: SignalsWatch = { isOpen: false }) {
    this.#watch = watch;
  }

  /** Whether to observe the next step. Called for every step. */
  isDue(now: Milliseconds): boolean {
    this.#steps++;
    const isEarly = now - this.#observedAt < OBSERVE_EVERY.time || this.#steps < OBSERVE_EVERY.steps;
    if (!this.#watch.isOpen || this.#inFlight !== undefined || isEarly) return false;
    this.#observedAt = now;
    this.#steps = 0;
    return true;
  }

  /** Updates the parameters, and measures the update. @param step of the run, from 1 */
  observe(step: number, rates: Rates, { gradients, parameters, characters, update }: UpdateToObserve): void {
    const parts = partsOf(Object.keys(gradients));
    const before = Object.fromEntries(
      Object.entries(parameters()).map(([name, tensor]) => [name, mul(tensor, scalar(-1))]), // a copy: updates are in place
    );
    update();
    const after = parameters();
    const changes = Object.fromEntries(
      Object.entries(after).map(([name, tensor]) => [name, add(tensor, before[name]!)]),
    );
    const norms = keep(
      stack(
        Object.values(parts).flatMap((names) =>
          [gradients, before, changes].map((tensors) => sumOfSquares(names.map((name) => tensors[name]!))),
        ),
      ),
    );
    this.#device = characters === undefined ? [norms] : [norms, keep(characters)];
    this.#inFlight = Promise.all(this.#device.map((tensor) => tensor.data<'float32'>())).then(
      ([squares = new Float32Array(0), features]) => {
        this.#read = {
          step,
          ...rates,
          ...normsOf(Object.keys(parts), squares),
          filters: features && characters && activeFilters(features, characters.shape[1]),
        };
      },
    );
    this.#inFlight.catch(() => undefined); // a failure is reported at the end of the epoch
  }

  /** The signals of the observed step, if they have been read back. @param waits for them, at the end of an epoch */
  async report(waits: boolean): Promise<TrainingSignals | undefined> {
    if (waits) await this.#inFlight;
    const signals = this.#read;
    if (signals !== undefined) this.dispose();
    return signals;
  }

  dispose(): void {
    this.#inFlight = undefined;
    this.#read = undefined;
    dispose(this.#device);
    this.#device = [];
  }
}

/** The names of parameters by the part of the network that they belong to: the text before the first point. */
function partsOf(names: readonly string[]): Record<string, string[]> {
  const parts: Record<string, string[]> = {};
  for (const name of names) (parts[name.split('.')[0]!] ??= []).push(name);
  return parts;
}

/** @param squares [3 · parts] squared norms of gradients, weights and changes */
function normsOf(parts: readonly string[], squares: Float32Array): Pick<TrainingSignals, 'gradientNorm' | 'parts'> {
  const found = parts.map((part, i): PartSignals => {
    const [gradient, weights, update] = Array.from(squares.subarray(i * MEASURED, (i + 1) * MEASURED), Math.sqrt);
    return { part, gradient: gradient!, weights: weights!, update: update! };
  });
  return { gradientNorm: Math.hypot(...found.map(({ gradient }) => gradient)), parts: found };
}
