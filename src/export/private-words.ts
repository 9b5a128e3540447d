import { nameKey } from '../data/features/name-matches.ts';
import type { NameList } from '../data/vocabulary/features.ts';
import { hashedEntry, Vocabulary } from '../data/vocabulary/vocabulary.ts';

/**
 * A vocabulary without the words of the training data and the names of lists: they are replaced by hashes, which find the same rows. Frequencies are
 * left out, since a rare word is the one that could be guessed. Who suspects a word can still test whether it is there.
 */
export function hashWords(vocabulary: Vocabulary): Vocabulary {
  const { options, words, features, ...others } = vocabulary.toJSON();
  if (options.hashedWords === true) return vocabulary;
  return new Vocabulary({
    ...others,
    options: { ...options, hashedWords: true },
    words: words.map((word, row) => (row === 0 ? word : hashedEntry(word))),
    frequencies: words.map(() => 0),
    ...(features && { features: { ...features, ...(features.lists && { lists: features.lists.map(hashNames) }) } }),
  });
}

function hashNames({ names, ...list }: NameList): NameList {
  return { ...list, names: names.map((name) => hashedEntry(nameKey(name))) };
}
