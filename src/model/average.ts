import { dispose, mul, tensor } from '../tensors/tensors.ts';
import { averageUpdate } from '../kernels/optimizer/op.ts';
import { defined } from '../lib/assert.ts';
import { keepEach, tensorNamed, type HostWeights, type Weights } from './weights.ts';

/** An update reads all weights, so not every step has one: at least `UPDATES_PER_EPOCH`, at most `MOST_STEPS_APART` steps apart. */
const UPDATES_PER_EPOCH = 50;
const MOST_STEPS_APART = 16;

/** An average on the host, to resume from. */
export interface AverageState {
  updates: number;
  weights: HostWeights;
}

/**
 * An exponential moving average of a model's weights (Polyak & Juditsky 1992): steadier, and better on unseen text, than the
 * weights of any single step. The decay is lower in early updates, so that the random initial weights soon vanish.
 */
export class WeightAverage {
  readonly #decay: number;
  readonly #stepsApart: number;
  readonly #weights: Weights;
  #updates: number;

  /** @param epochs approximate number of the last epochs that are averaged */
  constructor(weights: Weights, epochs: number, stepsPerEpoch: number, state?: AverageState) {
    this.#stepsApart = Math.min(Math.max(1, Math.floor(stepsPerEpoch / UPDATES_PER_EPOCH)), MOST_STEPS_APART);
    this.#decay = Math.exp(-this.#stepsApart / (epochs * stepsPerEpoch));
    this.#updates = state?.updates ?? 0;
    this.#weights = keepEach(Object.entries(weights), (parameter, name) => {
      if (state === undefined) return mul(parameter, 1); // a copy: a clone would share the memory that is updated in place
      const { values, shape } = defined(state.weights[name], () => `average: no ${name} in the saved state`);
      return tensor(values.slice(), shape);
    });
  }

  /** The averaged weights, with the model's shapes; changed in place by `update`. */
  get weights(): Weights {
    return this.#weights;
  }

  get updates(): number {
    return this.#updates;
  }

  /** @param step of the whole run, from 1; most steps are skipped */
  update(weights: Weights, step: number): void {
    if (step % this.#stepsApart !== 0) return;
    const kept = Math.min(this.#decay, (1 + this.#updates) / (10 + this.#updates));
    this.#updates++;
    const names = Object.keys(this.#weights);
    const now = names.map((name) => tensorNamed(weights, name));
    averageUpdate(Object.values(this.#weights), now, kept);
  }

  dispose(): void {
    dispose(this.#weights);
  }
}
