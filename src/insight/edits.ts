import { ILLEGAL_SCORE } from '../crf/constraints.ts';
import type { Transitions } from '../crf/transitions.ts';
import { stepValue, type ScoredSentence, type Step } from './sentence.ts';

/** A copy of the sentence with another emission. @param cell t · K + tag */
export function withEmission(sentence: ScoredSentence, cell: number, score: number): ScoredSentence {
  return { ...sentence, emissions: sentence.emissions.with(cell, score) };
}

/** The score of a step without the penalty that forbids it. */
export function learnedScore(sentence: ScoredSentence, step: Step): number {
  return stepValue(sentence.scores, step) - (isForbidden(sentence, step) ? ILLEGAL_SCORE : 0);
}

/** Whether the sentence's model cannot take the step. */
export function isForbidden({ illegal, isConstrained }: ScoredSentence, step: Step): boolean {
  return isConstrained && stepValue(illegal, step) === 1;
}

/** A copy of the sentence with another score of a step. A forbidden step stays forbidden. */
export function withStep(sentence: ScoredSentence, step: Step, score: number): ScoredSentence {
  const total = score + (isForbidden(sentence, step) ? ILLEGAL_SCORE : 0);
  return { ...sentence, scores: withValue(sentence.scores, step, total) };
}

/** A copy of the sentence in which a step is allowed, or forbidden. Its learned score stays. */
export function withLegality(sentence: ScoredSentence, step: Step, isLegal: boolean): ScoredSentence {
  const score = learnedScore(sentence, step);
  return withStep({ ...sentence, illegal: withValue(sentence.illegal, step, isLegal ? 0 : 1) }, step, score);
}

function withValue<Values extends Float32Array | Uint8Array>(
  all: Transitions<Values>,
  { from, to }: Step,
  value: number,
): Transitions<Values> {
  const replaced = (values: Values, i: number) => values.with(i, value) as Values;
  if (from === undefined) return to === undefined ? all : { ...all, start: replaced(all.start, to) };
  if (to === undefined) return { ...all, end: replaced(all.end, from) };
  return { ...all, transitions: replaced(all.transitions, from * all.start.length + to) };
}
