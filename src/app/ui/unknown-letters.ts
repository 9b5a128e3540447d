import { isolated } from '../../lib/text-direction.ts';
import type { UnknownLetters } from '../../tagging/texts/unknown-letters.ts';
import { formatShare } from '../../lib/format-share.ts';

/** Maximum number of letters that a warning lists. */
const MOST_LETTERS = 8;

const named = (letters: readonly string[]) =>
  `${letters.slice(0, MOST_LETTERS).map(isolated).join(', ')}${letters.length > MOST_LETTERS ? ' and others' : ''}`;

/** A warning if a sentence has letters that the model has never seen. */
export function lettersOfSentenceInWords(letters: readonly string[]): string | undefined {
  if (letters.length === 0) return undefined;
  const [noun, pronoun] = letters.length === 1 ? ['the letter', 'it'] : ['the letters', 'them'];
  return `The model has never seen ${noun} ${named(letters)}, so it knows nothing about words with ${pronoun}. Train it on text that has ${pronoun}.`;
}

/** Minimum share of tokens for a warning. Fewer are usually names from other languages. */
const WORTH_MENTIONING = 0.01;

/** A warning if many tokens of a file have unknown letters. @param tokens total number of tokens */
export function lettersOfFileInWords({ letters, tokens: unknown }: UnknownLetters, tokens: number): string | undefined {
  if (unknown < WORTH_MENTIONING * tokens || unknown === 0) return undefined;
  return `${formatShare(unknown / tokens)} of the tokens have letters that the model has never seen: ${named(letters)}. Train it on text that has them.`;
}

/** The same threshold as in the warning about the coverage of vectors. */
const LEAST_KNOWN = 0.3;

/** A warning if a model knows almost none of the words of a file. */
export function wordsOfFileInWords(known: number, tokens: number): string | undefined {
  if (tokens === 0 || known >= LEAST_KNOWN * tokens) return undefined;
  return `The model knows the words of only ${formatShare(known / tokens)} of the tokens, from training or by vectors. Is the file in another language? Train on text of its language, with vectors of that language.`;
}
