import { accountOf } from '../../insight/account.ts';
import type { ScoredSentence } from '../../insight/sentence.ts';
import { trellisOf, type Trellis } from '../../insight/trellis.ts';

export interface Push {
  trellis: Trellis;
  /** −log p of the gold tags. */
  loss: number;
  /** [T, K] the derivative of the loss by the emissions: probability − gold (Sutton & McCallum 2012, eq. 5.6). */
  gradient: Float64Array;
}

/** @param gold [T] */
export function pushOf(sentence: ScoredSentence, gold: readonly number[]): Push {
  const trellis = trellisOf(sentence);
  const { probabilities, K } = trellis;
  const gradient = Float64Array.from(probabilities, (p, cell) => p - Number(gold[Math.floor(cell / K)] === cell % K));
  return { trellis, loss: -accountOf(trellis, gold).logProbability, gradient };
}

/** The sentence after a step of gradient descent on its emissions. */
export function pushed(sentence: ScoredSentence, gold: readonly number[], rate: number): ScoredSentence {
  const { gradient } = pushOf(sentence, gold);
  return { ...sentence, emissions: sentence.emissions.map((score, cell) => score - rate * gradient[cell]!) };
}
