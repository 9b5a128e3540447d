/**
 * The values of a student's word table are multiples of this step, in a separate orthogonal basis. The coarse steps compress well, and the
 * student is trained with the values that are stored.
 */
export const WORD_STEP = 1 / 8;

/** Maximum multiple, which fits 8 bits. */
const MOST_STEPS = 127;

/** A number as a multiple of the step, rounded. */
export function stepsOf(value: number): number {
  return Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(value / WORD_STEP)));
}
