import type { VocabularyLists } from './shapes.ts';
import { formatShare } from '../lib/format-share.ts';

/** The weights of a layer mix as numbers. */
interface MixValues {
  /** [Le] before the softmax. */
  w: ArrayLike<number>;
  gamma: number;
}

/** Describes the weights that a model has learned for the layers of its encoder. */
export function mixText({ features }: Pick<VocabularyLists, 'features'>, { w, gamma }: MixValues): string {
  const most = Math.max(...Array.from(w));
  const powers = Array.from(w, (weight) => Math.exp(weight - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const names = features?.encoder?.layers ?? [];
  const shares = powers.map((power, layer) => `${names[layer]} ${formatShare(power / total)}`);
  return `the mix of the encoder's layers is ${shares.join(', ')}, times ${gamma.toFixed(3)}`;
}
