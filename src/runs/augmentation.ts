import type { RunConfig } from '../config/schema.ts';
import type { Sentence, TagStyle } from '../data/corpus.ts';
import { STRESS_TESTS } from '../eval/stress/registry.ts';
import { randomKey } from '../model/streams.ts';

/** Share of the epochs that include the changed copy of a sentence. */
const SHARE = 0.5;

/**
 * The training sentences and, in half of the epochs each, copies that the setting `augmentation` changes: the text as in the stress test of
 * that name (Mayhew et al. 2019, arXiv:1908.10435: cased and lower-cased text together; Dai & Adel 2020, arXiv:2010.11683: mention replacement).
 */
export function augmented(
  train: readonly Sentence[],
  { augmentation, seed }: Pick<RunConfig, 'augmentation' | 'seed'>,
  style: TagStyle,
): readonly Sentence[] {
  if (augmentation === 'none') return train;
  const kinds = augmentation === 'all' ? (['lowercase', 'capitals', 'mentions'] as const) : [augmentation];
  const context = { style, train, seen: undefined, lists: [], seed: randomKey(seed, 'augmentation') };
  const documents = 1 + train.reduce((most, { document = 0 }) => Math.max(most, document), 0);
  const copies = kinds.flatMap((kind, k) => {
    const test = STRESS_TESTS.find((one) => one.augmentation === kind)!;
    const changed = test.change(train, context)?.sentences ?? [];
    return changed.flatMap((copy, s) => {
      const { document, weight = 1, tokens } = copy;
      if (tokens.join(' ') === train[s]!.tokens.join(' ')) return []; // nothing to learn from it
      return {
        ...copy,
        weight: (weight * SHARE) / kinds.length,
        ...(document !== undefined && { document: document + (k + 1) * documents }),
      };
    });
  });
  return [...train, ...copies];
}
