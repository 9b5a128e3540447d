import { dispose, tensor, tidy, zeros, type Tensor, type Tensor1D } from '../tensors/tensors.ts';
import type { RunConfig } from '../config/schema.ts';
import { optimizerUpdate, stateSize, sumOfSquares } from '../kernels/optimizer/op.ts';
import type { RuleAttrs, UpdateAttrs } from '../kernels/optimizer/rules.ts';
import type { TaggerModel } from './model.ts';
import { parameterList, type Parameter, type ParameterGroup } from './parameters.ts';
import { wordRateShare } from './schedule.ts';
import { keepEach, tensorNamed, type HostWeights, type Weights } from './weights.ts';

/** Gradients by parameter name. For a group with rows, only of these rows: [W, E] of the word table, [I, K] of the weights of features. */
export type Gradients = Record<string, Tensor>;

/** An optimizer's state on the host, to resume from. */
export interface OptimizerState {
  updates: number;
  slots: HostWeights;
}

/** The update rule of each optimizer. `updates`: the number of this update, from 1. */
const RULES: Record<RunConfig['optimizer'], (config: RunConfig, updates: number) => RuleAttrs> = {
  sgd: ({ momentum, nesterov }) => ({ rule: 'sgd', momentum, nesterov }),
  adam: (_, updates) => adam(updates, 0),
  adamw: ({ weightDecay }, updates) => adam(updates, weightDecay),
  rmsprop: () => ({ rule: 'rmsprop', alpha: 0.99, epsilon: 1e-8 }), // the defaults of torch.optim.RMSprop
};

function adam(updates: number, weightDecay: number): RuleAttrs {
  const [beta1, beta2] = [0.9, 0.999]; // Kingma & Ba 2015, algorithm 1
  const corrections = { correction1: 1 - beta1 ** updates, correction2: 1 - beta2 ** updates };
  return { rule: 'adam', beta1, beta2, epsilon: 1e-8, weightDecay, ...corrections };
}

const GROUPS: readonly ParameterGroup[] = ['dense', 'words', 'indicators'];

/** Updates parameters in place. The norm for clipping stays on the device. */
export class Optimizer {
  /** The updated parameters. */
  readonly trained: readonly Parameter[];
  readonly #config: RunConfig;
  /** Parameter names by group; empty groups are omitted. */
  readonly #groups: readonly [group: ParameterGroup, names: string[]][];
  /** By group: [S, n] for all its parameters together, [S, …shape] for a single one. */
  readonly #slots: Weights;
  /** By group; changed in place by `begin`: a recorded step is repeated with other rates. */
  readonly #attrs: Record<ParameterGroup, UpdateAttrs>;
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
    const attrs = () => ({
      ...RULES[config.optimizer](config, 1),
      learningRate: 0,
      clipNorm: config.clipNorm,
      l2: config.l2,
    });
    this.#attrs = { dense: attrs(), words: attrs(), indicators: attrs() };
    const { rule } = this.#attrs.dense;
    this.#slots = keepEach(this.#groups, (names, group) => {
      const saved = state?.slots[group];
      if (saved !== undefined) return tensor(saved.values.slice(), saved.shape);
      const parameters = names.map((name) => tensorNamed(weights, name));
      const size = parameters.reduce((sum, parameter) => sum + parameter.size, 0);
      return zeros([stateSize(rule), ...(parameters.length === 1 ? parameters[0]!.shape : [size])]);
    });
  }

  /** State on the device; download it with `downloadWeights`. */
  get slots(): Weights {
    return this.#slots;
  }

  get updates(): number {
    return this.#updates;
  }

  /** The learning rates of the current update; that of the word vectors is undefined if they are not trained. */
  get rates(): { learningRate: number; wordLearningRate: number | undefined } {
    const { dense, words } = this.#attrs;
    const trainsWords = this.#groups.some(([group]) => group === 'words');
    return { learningRate: dense.learningRate, wordLearningRate: trainsWords ? words.learningRate : undefined };
  }

  /** Begins the next update. */
  begin(learningRate: number): void {
    this.#updates++;
    const rule = RULES[this.#config.optimizer](this.#config, this.#updates);
    for (const [group, attrs] of Object.entries(this.#attrs)) {
      const share = group === 'words' ? wordRateShare(this.#config, this.#updates) : 1;
      Object.assign(attrs, rule, { learningRate: share * learningRate });
    }
  }

  /**
   * Updates every trained parameter once. After `begin`.
   *
   * @param gradients of all trained parameters
   * @param rows by group, the rows that its gradient covers; default: all
   */
  apply(weights: Weights, gradients: Gradients, rows: Partial<Record<ParameterGroup, Tensor1D>>): void {
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
        optimizerUpdate(updated, this.#attrs[group]);
      }
    });
  }

  dispose(): void {
    dispose(this.#slots);
  }
}
