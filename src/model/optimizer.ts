import { dispose, tensor, tidy, zeros, type Tensor, type Tensor1D } from '@tensorflow/tfjs-core';
import type { RunConfig } from '../config/schema.ts';
import { adamUpdate, sgdUpdate, sumOfSquares, type Updated } from '../kernels/optimizer/op.ts';
import { keepEach, weight, type HostWeights, type Weights } from './weights.ts';

/** Gradients by parameter name. That of `words` is [W, E]: only the batch's rows. */
export type Gradients = Record<string, Tensor>;

/** An optimizer's state on the host, to go on from. */
export interface OptimizerState {
  updates: number;
  slots: HostWeights;
}

const ADAM = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 } as const; // Kingma & Ba 2015, algorithm 1

/** Numbers that each rule remembers of each element. */
const SLOTS = { sgd: 1, adam: 2, adamw: 2 } as const;

/** Updates parameters in place. The norm for clipping never leaves the device. */
export class Optimizer {
  readonly #config: RunConfig;
  /** [S, n] of all dense parameters together, and [S, V, E] of `words`, where they are trained. */
  readonly #slots: Weights;
  #updates: number;

  constructor(config: RunConfig, weights: Weights, state?: OptimizerState) {
    this.#config = config;
    this.#updates = state?.updates ?? 0;
    const slots = SLOTS[config.optimizer];
    const dense = namesOfDense(weights).reduce((sum, name) => sum + weight(weights, name).size, 0);
    const shapes: [name: string, shape: number[]][] = [['dense', [slots, dense]]];
    if (config.fineTuneWords) shapes.push(['words', [slots, ...weight(weights, 'words').shape]]);
    this.#slots = keepEach(shapes, (shape, name) => {
      const saved = state?.slots[name];
      return saved === undefined ? zeros(shape) : tensor(saved.values.slice(), saved.shape);
    });
  }

  /** To be downloaded with `downloadWeights`. */
  get slots(): Weights {
    return this.#slots;
  }

  get updates(): number {
    return this.#updates;
  }

  /**
   * One update of every parameter that is trained.
   *
   * @param gradients of all of them
   * @param wordRows [W] which rows of `words` its gradient is for
   */
  apply(weights: Weights, gradients: Gradients, wordRows: Tensor1D, learningRate: number): void {
    this.#updates++;
    tidy(() => {
      const squaredNorm = sumOfSquares(Object.values(gradients));
      const update = (slots: string, names: readonly string[], rows?: Tensor1D) =>
        this.#update(
          {
            parameters: names.map((name) => weight(weights, name)),
            gradients: names.map((name) => weight(gradients, name)),
            state: weight(this.#slots, slots),
            squaredNorm,
            rows,
          },
          learningRate,
        );
      update('dense', namesOfDense(weights));
      if (this.#config.fineTuneWords) update('words', ['words'], wordRows);
    });
  }

  #update(updated: Updated, learningRate: number): void {
    const { optimizer, momentum, clipNorm, l2, weightDecay } = this.#config;
    const common = { learningRate, clipNorm, l2 };
    switch (optimizer) {
      case 'sgd':
        sgdUpdate(updated, { ...common, momentum });
        return;
      case 'adam':
      case 'adamw':
        adamUpdate(updated, {
          ...common,
          ...ADAM,
          weightDecay: optimizer === 'adamw' ? weightDecay : 0,
          correction1: 1 - ADAM.beta1 ** this.#updates,
          correction2: 1 - ADAM.beta2 ** this.#updates,
        });
        return;
      default:
        optimizer satisfies never;
    }
  }

  dispose(): void {
    dispose(this.#slots);
  }
}

function namesOfDense(weights: Weights): string[] {
  return Object.keys(weights).filter((name) => name !== 'words');
}
