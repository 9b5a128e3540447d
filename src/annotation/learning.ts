/** From so many annotated sentences on, those set aside for evaluation included, a model is trained. */
export const LEARN_FROM = 20;

/** A set with fewer sentences is read in document order until there is a model: the order matters little. */
const ORDER_FROM = 200;

/** A model is trained again when the annotated sentences have grown by this share. */
const GROWTH = 0.04;
const LEAST_GROWTH = 3; // sentences

/**
 * Whether it is worth while to learn, or to order the sentences.
 *
 * @param annotated how many sentences there are now
 * @param lastAnnotated how many there were at the last time; undefined: never
 */
export function isLearningDue(sentences: number, annotated: number, lastAnnotated: number | undefined): boolean {
  if (annotated < LEARN_FROM) return lastAnnotated === undefined && sentences >= ORDER_FROM;
  if (lastAnnotated === undefined || lastAnnotated < LEARN_FROM) return true;
  return Math.abs(annotated - lastAnnotated) >= Math.max(LEAST_GROWTH, GROWTH * lastAnnotated);
}
