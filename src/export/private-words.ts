import { hashedEntry, Vocabulary } from '../data/vocabulary/vocabulary.ts';

/**
 * A vocabulary without the words of the training data: their hashes stand in their place, which find the same rows. Frequencies are
 * left out, since a rare word is the one that could be guessed. Who suspects a word can still test whether it is there.
 */
export function hashWords(vocabulary: Vocabulary): Vocabulary {
  const { options, words, ...others } = vocabulary.toJSON();
  if (options.hashedWords === true) return vocabulary;
  return new Vocabulary({
    ...others,
    options: { ...options, hashedWords: true },
    words: words.map((word, row) => (row === 0 ? word : hashedEntry(word))),
    frequencies: words.map(() => 0),
  });
}
