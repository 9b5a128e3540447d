import type { Sentence } from '../data/corpus.ts';
import type { EncoderFeatures, LoadFeatures } from '../data/features/encoder-features.ts';
import { isTagged } from '../data/tags/training-tags.ts';
import type { RunSource } from './prepare.ts';

/**
 * Computes the encoder features that runs need, before the first run begins.
 *
 * @param encoders features that the runs use; duplicates are computed once
 * @param test sentences that each run is finally scored on
 * @throws StudioError Cancelled, OutOfMemory, BadInput
 */
export async function loadEncoderFeatures(
  encoders: readonly (EncoderFeatures | undefined)[],
  source: Pick<RunSource, 'train' | 'dev'>,
  test: readonly Sentence[] | undefined,
  options: Omit<LoadFeatures, 'keep'>,
): Promise<void> {
  const sentences = [...source.train.filter(isTagged), ...source.dev.filter(isTagged), ...(test ?? [])];
  for (const encoder of new Set(encoders)) {
    await encoder?.load(
      sentences.map(({ tokens }) => tokens),
      { ...options, keep: true },
    );
  }
}
