/** A model is trained from this many annotated sentences on, including those set aside for evaluation. */
export const LEARN_FROM = 20;

/** Smaller sets stay in document order until there is a model: for few sentences the order matters little. */
const ORDER_FROM = 200;

/** A model is retrained when the number of annotated sentences has grown by this share. */
const GROWTH = 0.04;
const LEAST_GROWTH = 3; // sentences

/**
 * Whether to train a model, or, before there is enough annotation, to order the sentences.
 *
 * @param sentences number of sentences in the set
 * @param annotated number of annotated sentences
 * @param lastAnnotated number of annotated sentences at the last training or ordering; undefined: there was none
 * @param hasOther whether it also learns from rules or from other files, and so without annotation
 */
export function isLearningDue(
  sentences: number,
  annotated: number,
  lastAnnotated: number | undefined,
  hasOther = false,
): boolean {
  const least = hasOther ? 0 : LEARN_FROM;
  if (annotated < least) return lastAnnotated === undefined && sentences >= ORDER_FROM;
  if (lastAnnotated === undefined || lastAnnotated < least) return true;
  return Math.abs(annotated - lastAnnotated) >= Math.max(LEAST_GROWTH, GROWTH * lastAnnotated);
}
