/**
 * The word table of a student has multiples of this number, in an orthogonal basis of its own: so coarse that it compresses well, and the
 * student is trained with the numbers that are stored.
 */
export const WORD_STEP = 1 / 8;

/** The largest multiple that is stored, in 8 bits. */
const MOST_STEPS = 127;

/** How many steps a number is, rounded. */
export function stepsOf(value: number): number {
  return Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(value / WORD_STEP)));
}
