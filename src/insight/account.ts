import { ILLEGAL_SCORE } from '../crf/constraints.ts';
import { nBest } from '../crf/n-best.ts';
import { stepValue, type Step } from './sentence.ts';
import type { Trellis } from './trellis.ts';

/** One step of a tag sequence: into a token, or to END. */
export interface AccountTerm extends Step {
  /** Undefined at END. */
  token: string | undefined;
  /** Undefined at END. */
  emission: number | undefined;
  /** Transition score without the penalty. */
  transition: number;
  isIllegal: boolean;
  /** Whether the step is illegal and the model forbids it. */
  isForbidden: boolean;
}

/** The score of a tag sequence as a sum, and its probability: s(x, y), log Z, p(y | x) = exp(s − log Z) (Lample 2016 §2.2). */
export interface Account {
  terms: AccountTerm[];
  /** −∞ if a step is forbidden. */
  score: number;
  logPartition: number;
  /** The negative loss of this tag sequence. */
  logProbability: number;
  probability: number;
}

/** @param path [T] tag of each token */
export function accountOf({ sentence, K, lattice }: Trellis, path: ArrayLike<number>): Account {
  const { tokens, emissions, scores, illegal, isConstrained } = sentence;
  const terms = Array.from({ length: path.length + 1 }, (_, t): AccountTerm => {
    const step: Step = { from: path[t - 1], to: path[t] };
    const isIllegal = stepValue(illegal, step) === 1;
    const isForbidden = isIllegal && isConstrained;
    return {
      ...step,
      token: tokens[t],
      emission: step.to === undefined ? undefined : emissions[t * K + step.to]!,
      transition: stepValue(scores, step) - (isForbidden ? ILLEGAL_SCORE : 0),
      isIllegal,
      isForbidden,
    };
  });
  const score = terms.some(({ isForbidden }) => isForbidden)
    ? -Infinity
    : terms.reduce((sum, { emission = 0, transition }) => sum + emission + transition, 0);
  const logProbability = Math.min(0, score - lattice.logPartition);
  return { terms, score, logPartition: lattice.logPartition, logProbability, probability: Math.exp(logProbability) };
}

/** The n best tag sequences, best first, [T] each; fewer if the sentence has fewer. */
export function bestTaggings({ lattice }: Trellis, n: number): number[][] {
  return nBest(lattice, n).map(({ tags }) => [...tags]);
}
