import { dispose, tensor, tidy, zeros, type Tensor, type Tensor1D } from '@tensorflow/tfjs-core';
import type { RunConfig } from '../config/schema.ts';
import { adamUpdate, sgdUpdate, sumOfSquares, type Updated } from '../kernels/optimizer/op.ts';
import type { TaggerModel } from './model.ts';
import { parameterList, type Parameter, type ParameterGroup } from './parameters.ts';
import { wordRateShare } from './schedule.ts';
import { keepEach, tensorNamed, type HostWeights, type Weights } from './weights.ts';

/** Gradients by parameter name. For a group with rows, only of these rows: [W, E] of the word table. */
export type Gradients = Record<string, Tensor>;

/** An optimizer's state on the host, to resume from. */
export interface OptimizerState {
  updates: number;
  slots: HostWeights;
}

const ADAM = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 } as const; // Kingma & Ba 2015, algorithm 1

/** S: state values per element of each rule. */
const SLOTS = { sgd: 1, adam: 2, adamw: 2 } as const;

const GROUPS: readonly ParameterGroup[] = ['dense', 'words'];

/** Updates parameters in place. The norm for clipping stays on the device. */
export class Optimizer {
  /** The updated parameters. */
  readonly trained: readonly Parameter[];
  readonly #config: RunConfig;
  /** Parameter names by group; empty groups are omitted. */
  readonly #groups: readonly [group: ParameterGroup, names: string[]][];
  /** By group: [S, n] for all its parameters together, [S, …shape] for a single one. */
  readonly #slots: Weights;
  #updates: number;

  constructor({ config, vocabulary, weights }: TaggerModel, state?: OptimizerState) {
    this.#config = config;
    this.#updates = state?.updates ?? 0;
    this.trained = parameterList(config, vocabulary.features).filter(
      ({ group }) => group !== 'words' || config.fineTuneWords,
    );
    this.#groups = GROUPS.map((group): [ParameterGroup, string[]] => [
      group,
      this.trained.filter((parameter) => parameter.group === group).map(({ name }) => name),
    ]).filter(([, names]) => names.length > 0);
    this.#slots = keepEach(this.#groups, (names, group) => {
      const saved = state?.slots[group];
      if (saved !== undefined) return tensor(saved.values.slice(), saved.shape);
      const parameters = names.map((name) => tensorNamed(weights, name));
      const size = parameters.reduce((sum, parameter) => sum + parameter.size, 0);
      return zeros([SLOTS[config.optimizer], ...(parameters.length === 1 ? parameters[0]!.shape : [size])]);
    });
  }

  /** State on the device; download it with `downloadWeights`. */
  get slots(): Weights {
    return this.#slots;
  }

  get updates(): number {
    return this.#updates;
  }

  /**
   * Updates every trained parameter once.
   *
   * @param gradients of all trained parameters
   * @param rows by group, the rows that its gradient covers; default: all
   */
  apply(
    weights: Weights,
    gradients: Gradients,
    rows: Partial<Record<ParameterGroup, Tensor1D>>,
    learningRate: number,
  ): void {
    this.#updates++;
    tidy(() => {
      const squaredNorm = sumOfSquares(Object.values(gradients));
      for (const [group, names] of this.#groups) {
        const updated = {
          parameters: names.map((name) => tensorNamed(weights, name)),
          gradients: names.map((name) => tensorNamed(gradients, name)),
          state: tensorNamed(this.#slots, group),
          squaredNorm,
          rows: rows[group],
        };
        const share = group === 'words' ? wordRateShare(this.#config, this.#updates) : 1;
        this.#update(updated, share * learningRate);
      }
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
