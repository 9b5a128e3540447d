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
 * @param learntFrom how many there were at the last time; undefined: never
 */
export function isTimeToLearn(sentences: number, annotated: number, learntFrom: number | undefined): boolean {
  if (annotated < LEARN_FROM) return learntFrom === undefined && sentences >= ORDER_FROM;
  if (learntFrom === undefined || learntFrom < LEARN_FROM) return true;
  return Math.abs(annotated - learntFrom) >= Math.max(LEAST_GROWTH, GROWTH * learntFrom);
}
