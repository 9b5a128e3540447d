import type { Transitions } from '../crf/transitions.ts';

/** Emissions and transition scores of one sentence. Plain data. */
export interface ScoredSentence {
  /** [T] */
  tokens: readonly string[];
  /** [K] */
  tags: readonly string[];
  /** [T, K], T ≥ 1 */
  emissions: Float32Array;
  /** Scores for decoding, including penalties of illegal transitions. */
  scores: Transitions<Float32Array>;
  /** 1 where the tag scheme forbids the step. */
  illegal: Transitions<Uint8Array>;
  /** Whether illegal steps have a penalty; otherwise the model may take them. */
  isConstrained: boolean;
}

/** A step of a tag sequence: START before the first token, END after the last. */
export interface Step {
  /** Undefined: START. */
  from: number | undefined;
  /** Undefined: END. */
  to: number | undefined;
}

/** The entry of `values` for a step. START to END does not occur. */
export function stepValue({ transitions, start, end }: Transitions<ArrayLike<number>>, { from, to }: Step): number {
  if (from === undefined) return to === undefined ? 0 : start[to]!;
  return to === undefined ? end[from]! : transitions[from * start.length + to]!;
}

/** `I-LOC`, `START` or `END`. */
export function stepName(tags: readonly string[], { from, to }: Step): string {
  return `${from === undefined ? 'START' : tags[from]} → ${to === undefined ? 'END' : tags[to]}`;
}
