import { illegalTransitions, penaltiesOf } from '../crf/constraints.ts';
import type { Transitions } from '../crf/transitions.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import type { ScoredSentence } from '../insight/sentence.ts';

/** A CRF small enough to compute by hand, in the scheme BIO. */
export interface SmallCrf {
  tokens: readonly string[];
  tags: readonly string[];
  /** [T][K] */
  emissions: readonly (readonly number[])[];
  /** [K][K] from row to column. */
  transitions: readonly (readonly number[])[];
  /** [K]; by default 0. */
  start?: readonly number[];
  /** [K]; by default 0. */
  end?: readonly number[];
}

/** The sentence as the model's decoder takes it, with penalties for the steps that BIO forbids. */
export function scoredSentence({ tokens, tags, emissions, transitions, start, end }: SmallCrf): ScoredSentence {
  const illegal = illegalTransitions(tags, standardStyle('BIO'));
  const penalties = penaltiesOf(illegal);
  const none = tags.map(() => 0);
  const learned: Transitions<readonly number[]> = {
    transitions: transitions.flat(),
    start: start ?? none,
    end: end ?? none,
  };
  const score = (name: keyof typeof learned) => penalties[name].map((penalty, i) => penalty + learned[name][i]!);
  return {
    tokens,
    tags,
    emissions: Float32Array.from(emissions.flat()),
    scores: { transitions: score('transitions'), start: score('start'), end: score('end') },
    illegal,
    isConstrained: true,
  };
}

/** The number of tag sequences of T tokens: all, and those without a forbidden step. */
export function countPaths({ tags, illegal, emissions, isConstrained }: ScoredSentence): {
  all: number;
  legal: number;
} {
  const K = tags.length;
  const T = emissions.length / K;
  const all = K ** T;
  if (!isConstrained) return { all, legal: all };
  let counts = tags.map((_, k) => 1 - illegal.start[k]!);
  for (let t = 1; t < T; t++) {
    counts = counts.map((_, to) =>
      counts.reduce((sum, count, from) => sum + count * (1 - illegal.transitions[from * K + to]!), 0),
    );
  }
  return { all, legal: counts.reduce((sum, count, k) => sum + count * (1 - illegal.end[k]!), 0) };
}
