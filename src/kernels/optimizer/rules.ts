import { elementAt, type Pointer } from '../../lib/pointer.ts';
import { kernels, type Task } from '../simd/generated/kernels.js';

/** Attributes that each rule has for itself. */
interface OwnAttrs {
  sgd: { momentum: number; nesterov: boolean };
  adam: {
    beta1: number;
    beta2: number;
    epsilon: number;
    /** Decoupled decay (AdamW): `p -= learningRate · weightDecay · p`; 0 for Adam. */
    weightDecay: number;
    /** `1 - beta1^t` and `1 - beta2^t`, t the number of this update, from 1. */
    correction1: number;
    correction2: number;
  };
  rmsprop: { alpha: number; epsilon: number };
}

export type RuleName = keyof OwnAttrs;

/** The name of a rule, and its own attributes. */
export type RuleAttrs<Name extends RuleName = RuleName> = { [Each in Name]: { rule: Each } & OwnAttrs[Each] }[Name];

export type UpdateAttrs<Name extends RuleName = RuleName> = RuleAttrs<Name> & {
  learningRate: number;
  /** The global norm above which gradients are scaled down (Pascanu 2013 §3.2); 0: never. */
  clipNorm: number;
  /** L2 added to the clipped gradient. */
  l2: number;
};

/** Arguments of an update kernel for a part of a gradient. */
export interface UpdatePart {
  /** Number of rows of the gradient, and their length. */
  r: number;
  d: number;
  /** The parameter's rows that they belong to; null: the first ones. */
  rows: Pointer;
  parameter: Pointer;
  gradient: Pointer;
  squaredNorm: Pointer;
  /** The part's first element in the first vector of the state. */
  state: Pointer;
  /** Elements from there to the same element in the next vector. */
  stride: number;
}

/** How an optimizer changes a parameter p by its gradient g, which is already clipped and has L2. */
interface Rule<Attrs> {
  /** Names of the values that it keeps for each element, S of them. They begin at 0. */
  state: readonly string[];
  /** The specification in float64, of one element: the new p, followed by its new state. */
  reference(p: number, g: number, state: readonly number[], attrs: Attrs): readonly number[];
  /** WGSL that changes `p` and the variables of the state by `g`. */
  wgsl: string;
  /** Values of the WGSL besides those of all rules. */
  uniforms(attrs: Attrs): Record<string, number>;
  /** The kernel of simd.as.ts. No object spread: a model has dozens of parts, and copying them takes longer than small updates. */
  simd(part: UpdatePart, attrs: Attrs): Task;
}

/** As torch.optim.SGD without dampening: Nesterov's momentum steps along `g + momentum · v` (Sutskever et al. 2013). */
const sgd: Rule<UpdateAttrs<'sgd'>> = {
  state: ['velocity'],
  reference: (p, g, [velocity], { learningRate, momentum, nesterov }) => {
    const v = momentum * velocity! + g;
    return [p - learningRate * (nesterov ? g + momentum * v : v), v];
  },
  wgsl: /* wgsl */ `
    velocity = uniforms.momentum * velocity + g;
    p -= uniforms.learningRate * select(velocity, g + uniforms.momentum * velocity, uniforms.nesterov > 0.0);
  `,
  uniforms: ({ momentum, nesterov }) => ({ momentum, nesterov: Number(nesterov) }),
  // prettier-ignore
  simd: ({ r, d, rows, parameter, gradient, squaredNorm, state }, { learningRate, clipNorm, l2, momentum, nesterov }) =>
    kernels.sgdUpdate({
      r, d, rows, parameter, gradient, squaredNorm, velocity: state,
      learningRate, clipNorm, l2, momentum, nesterov,
    }),
};

/** Adam (Kingma & Ba 2015, algorithm 1) and AdamW (Loshchilov & Hutter 2019). */
const adam: Rule<UpdateAttrs<'adam'>> = {
  state: ['mean', 'variance'],
  reference: (p, g, [mean, variance], attrs) => {
    const { learningRate, beta1, beta2, epsilon, weightDecay, correction1, correction2 } = attrs;
    const m = beta1 * mean! + (1 - beta1) * g;
    const v = beta2 * variance! + (1 - beta2) * g ** 2;
    const step = m / correction1 / (Math.sqrt(v / correction2) + epsilon);
    return [p - learningRate * (step + weightDecay * p), m, v];
  },
  wgsl: /* wgsl */ `
    mean = uniforms.beta1 * mean + uniforms.rest1 * g;
    variance = uniforms.beta2 * variance + uniforms.rest2 * g * g;
    let step = mean / uniforms.correction1 / (sqrt(variance / uniforms.correction2) + uniforms.epsilon);
    p -= uniforms.learningRate * (step + uniforms.weightDecay * p);
  `,
  uniforms: ({ beta1, beta2, epsilon, weightDecay, correction1, correction2 }) => ({
    beta1,
    beta2,
    // Computed in float64 and rounded: 1 - beta2 in float32 would have a relative error of 3e-5.
    rest1: 1 - beta1,
    rest2: 1 - beta2,
    epsilon,
    weightDecay,
    correction1,
    correction2,
  }),
  // prettier-ignore
  simd: ({ r, d, rows, parameter, gradient, squaredNorm, state, stride }, attrs) => {
    const { learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2 } = attrs;
    return kernels.adamUpdate({
      r, d, rows, parameter, gradient, squaredNorm, mean: state, variance: elementAt(state, stride),
      learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2,
    });
  },
};

/** RMSprop (Tieleman & Hinton 2012, lecture 6.5) as torch.optim.RMSprop, without momentum and not centred. */
const rmsprop: Rule<UpdateAttrs<'rmsprop'>> = {
  state: ['variance'],
  reference: (p, g, [variance], { learningRate, alpha, epsilon }) => {
    const v = alpha * variance! + (1 - alpha) * g ** 2;
    return [p - (learningRate * g) / (Math.sqrt(v) + epsilon), v];
  },
  wgsl: /* wgsl */ `
    variance = uniforms.alpha * variance + uniforms.rest * g * g;
    p -= uniforms.learningRate * g / (sqrt(variance) + uniforms.epsilon);
  `,
  uniforms: ({ alpha, epsilon }) => ({ alpha, rest: 1 - alpha, epsilon }),
  // prettier-ignore
  simd: ({ r, d, rows, parameter, gradient, squaredNorm, state }, { learningRate, clipNorm, l2, alpha, epsilon }) =>
    kernels.rmspropUpdate({
      r, d, rows, parameter, gradient, squaredNorm, variance: state,
      learningRate, clipNorm, l2, alpha, epsilon,
    }),
};

export const RULES: { readonly [Name in RuleName]: Rule<UpdateAttrs<Name>> } = { sgd, adam, rmsprop };

/** The rule of these attributes, which it must be called with. */
export function ruleOf({ rule }: UpdateAttrs): Rule<UpdateAttrs> {
  return RULES[rule] as Rule<UpdateAttrs>;
}
