import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { TaggerModel } from '../../model/model.ts';
import type { Checkpoint } from '../../model/trainer.ts';
import { disposeWeights, uploadWeights } from '../../model/weights.ts';
import { inspectText } from '../../tagging/explain/inspect.ts';
import type { FollowedSentence } from '../wire/payloads.ts';

/** Longer sentences are not followed, to limit the stored size of a run. */
const MOST_TOKENS = 60;

/**
 * Inspects the first sentence of a text with the weights that were scored after an epoch. Training is unaffected: it has its own weights,
 * and no random number is drawn.
 *
 * @returns undefined if the text is empty, or the sentence too long
 */
export async function followSentence(
  model: TaggerModel,
  { epoch, weights, average }: Pick<Checkpoint, 'epoch' | 'weights' | 'average'>,
  text: string,
  stored: StoredVectors | undefined,
): Promise<FollowedSentence | undefined> {
  if (text.trim() === '') return undefined;
  const scored = { ...model, weights: uploadWeights(average?.weights ?? weights) };
  try {
    const { sentences, tags, scores, illegal, isConstrained } = await inspectText(scored, text, stored);
    const [first] = sentences;
    if (first === undefined || first.tokens.length > MOST_TOKENS) return undefined;
    return { epoch, ...first, tags, scores, illegal, isConstrained };
  } finally {
    disposeWeights(scored.weights);
  }
}
