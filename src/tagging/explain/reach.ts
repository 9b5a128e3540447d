import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { meansByDistance } from '../../insight/reach.ts';
import { throwIfAborted } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { gradientReach, withUntrainedCell } from '../../model/gradient-reach.ts';
import type { TaggerModel } from '../../model/model.ts';
import { withSentence, type PlaceInText } from './sentence-of-text.ts';

/** Selects a tag of a sentence. */
export interface ReachQuery extends PlaceInText {
  /** Tag id. */
  tag: number;
}

/** How far gradients reach through the recurrent layers. Plain data. */
export interface Reach {
  tag: string;
  /** The model, and the same network with untrained layers of each cell. */
  lines: ReachLine[];
  milliseconds: Milliseconds;
}

export interface ReachLine {
  cell: TaggerModel['config']['cell'];
  isTrained: boolean;
  /** [T] by distance in tokens: mean norm of the gradient of the tag's score at one token by the input of another. */
  norms: number[];
}

const CELLS = ['rnn', 'gru', 'lstm'] as const;

/**
 * @param stored vectors for words outside the vocabulary
 * @throws StudioError Cancelled
 */
export async function inspectReach(
  model: TaggerModel,
  { tag, ...place }: ReachQuery,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<Reach> {
  const startedAt = performance.now();
  return await withSentence(model, place, { stored, signal }, async ({ corpus, index, extraRows }) => {
    const normsOf = async (one: TaggerModel) => {
      throwIfAborted(signal);
      return meansByDistance(await gradientReach(one, corpus, index, tag, extraRows));
    };
    const lines: ReachLine[] = [{ cell: model.config.cell, isTrained: true, norms: await normsOf(model) }];
    for (const cell of CELLS) {
      lines.push({ cell, isTrained: false, norms: await withUntrainedCell(model, cell, normsOf) });
    }
    return { tag: model.vocabulary.tags[tag]!, lines, milliseconds: performance.now() - startedAt };
  });
}
