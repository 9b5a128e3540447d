import type { Sentence } from '../data/corpus.ts';
import type { EncoderFeatures, LoadFeatures } from '../data/features/encoder-features.ts';
import { isTagged } from '../data/tags/training-tags.ts';
import type { RunSource } from './prepare.ts';

/**
 * Computes what runs need of the encoder, before the first begins.
 *
 * @param encoders of the runs, each once
 * @param test that each run is scored on in the end
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
