import { addN, dispose, tensor, tidy, zerosLike, type Scalar, type Tensor, type Tensor1D } from '@tensorflow/tfjs-core';
import type { RunConfig } from '../config/schema.ts';
import { adamUpdate, sgdUpdate, sumOfSquares, type UpdateInputs } from '../kernels/optimizer/op.ts';
import { defined } from '../lib/assert.ts';
import { keepEach, weight, type HostWeights, type Weights } from './weights.ts';

/** Gradients by parameter name. That of `words` is [W, E]: only the batch's rows. */
export type Gradients = Record<string, Tensor>;

/** An optimizer's state on the host, to go on from. */
export interface OptimizerState {
  updates: number;
  slots: HostWeights;
}

const ADAM = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 } as const; // Kingma & Ba 2015, algorithm 1

/** The slots of each rule: a tensor of the parameter's shape each. */
const SLOTS = { sgd: ['velocity'], adam: ['mean', 'variance'], adamw: ['mean', 'variance'] } as const;

/** Updates parameters in place. The norm for clipping never leaves the device. */
export class Optimizer {
  readonly #config: RunConfig;
  /** `name/slot` → tensor. */
  readonly #slots: Weights;
  #updates: number;

  constructor(config: RunConfig, weights: Weights, state?: OptimizerState) {
    this.#config = config;
    this.#updates = state?.updates ?? 0;
    const parameters = Object.entries(weights).flatMap(([name, parameter]) =>
      SLOTS[config.optimizer].map((slot): [string, Tensor] => [`${name}/${slot}`, parameter]),
    );
    this.#slots = keepEach(parameters, (parameter, slot) => {
      const saved = state?.slots[slot];
      return saved === undefined ? zerosLike(parameter) : tensor(saved.values.slice(), saved.shape);
    });
  }

  /** The slots, to be downloaded with `downloadWeights`. */
  get slots(): Weights {
    return this.#slots;
  }

  get updates(): number {
    return this.#updates;
  }

  /**
   * One update of every parameter that has a gradient.
   *
   * @param wordRows [W] which rows of `words` its gradient is for
   */
  apply(weights: Weights, gradients: Gradients, wordRows: Tensor1D, learningRate: number): void {
    this.#updates++;
    tidy(() => {
      const squaredNorm = addN(Object.values(gradients).map(sumOfSquares)) as Scalar;
      for (const [name, gradient] of Object.entries(gradients)) {
        const rows = name === 'words' ? wordRows : undefined;
        this.#update(name, { parameter: weight(weights, name), gradient, squaredNorm, rows }, learningRate);
      }
    });
  }

  #update(name: string, inputs: UpdateInputs, learningRate: number): void {
    const { optimizer, momentum, clipNorm, l2, weightDecay } = this.#config;
    const common = { learningRate, clipNorm, l2 };
    switch (optimizer) {
      case 'sgd':
        sgdUpdate({ ...inputs, velocity: this.#slot(name, 'velocity') }, { ...common, momentum });
        return;
      case 'adam':
      case 'adamw':
        adamUpdate(
          { ...inputs, mean: this.#slot(name, 'mean'), variance: this.#slot(name, 'variance') },
          {
            ...common,
            ...ADAM,
            weightDecay: optimizer === 'adamw' ? weightDecay : 0,
            correction1: 1 - ADAM.beta1 ** this.#updates,
            correction2: 1 - ADAM.beta2 ** this.#updates,
          },
        );
        return;
      default:
        optimizer satisfies never;
    }
  }

  #slot(name: string, slot: string): Tensor {
    return defined(this.#slots[`${name}/${slot}`], () => `optimizer: no ${slot} for ${name}`);
  }

  dispose(): void {
    dispose(this.#slots);
  }
}
