import { nameKey } from '../data/features/name-matches.ts';
import type { FeatureTables, NameList } from '../data/vocabulary/features.ts';
import { hashedEntry, Vocabulary } from '../data/vocabulary/vocabulary.ts';

/**
 * Replaces the training words, the names of lists and those of features in a vocabulary by hashes, which look up the same rows. Frequencies are omitted,
 * because they would help to guess rare words. It is still possible to test whether a given word is in the vocabulary.
 */
export function hashWords(vocabulary: Vocabulary): Vocabulary {
  const { options, words, features, ...others } = vocabulary.toJSON();
  if (options.hashedWords === true) return vocabulary;
  return new Vocabulary({
    ...others,
    options: { ...options, hashedWords: true },
    words: words.map((word, row) => (row === 0 ? word : hashedEntry(word))),
    frequencies: words.map(() => 0),
    ...(features && { features: hashFeatures(features) }),
  });
}

function hashFeatures({ lists, indicators, ...others }: FeatureTables): FeatureTables {
  return {
    ...others,
    ...(lists && { lists: lists.map(hashNames) }),
    ...(indicators && { indicators: indicators.map(hashedEntry) }),
  };
}

function hashNames({ names, ...list }: NameList): NameList {
  return { ...list, names: names.map((name) => hashedEntry(nameKey(name))) };
}
