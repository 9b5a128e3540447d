import type { UnknownLetters } from '../tagging/unknown-letters.ts';
import { formatShare } from './format.ts';

/** Letters that are named in a warning. */
const MOST_LETTERS = 8;

const named = (letters: readonly string[]) =>
  `${letters.slice(0, MOST_LETTERS).join(', ')}${letters.length > MOST_LETTERS ? ' and others' : ''}`;

/** A warning if a sentence has letters that the model has never seen. */
export function lettersOfSentenceInWords(letters: readonly string[]): string | undefined {
  if (letters.length === 0) return undefined;
  const [noun, pronoun] = letters.length === 1 ? ['the letter', 'it'] : ['the letters', 'them'];
  return `The model has never seen ${noun} ${named(letters)}, so it knows nothing about words with ${pronoun}. Train it on text that has ${pronoun}.`;
}

/** Fewer tokens are names from other languages, and no reason to train another model. */
const WORTH_MENTIONING = 0.01;

/** The same of a file. @param tokens of all of it */
export function lettersOfFileInWords({ letters, tokens: unknown }: UnknownLetters, tokens: number): string | undefined {
  if (unknown < WORTH_MENTIONING * tokens || unknown === 0) return undefined;
  return `${formatShare(unknown / tokens)} of the tokens have letters that the model has never seen: ${named(letters)}. Train it on text that has them.`;
}

/** As in the warning about the coverage of vectors. */
const LEAST_KNOWN = 0.3;

/** A warning if a model knows almost none of the words of a file. */
export function wordsOfFileInWords(known: number, tokens: number): string | undefined {
  if (tokens === 0 || known >= LEAST_KNOWN * tokens) return undefined;
  return `The model knows the words of only ${formatShare(known / tokens)} of the tokens, from training or by vectors. Is the file in another language? Train on text of its language, with vectors of that language.`;
}
