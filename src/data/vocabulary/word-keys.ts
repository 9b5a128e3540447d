/** How words are normalized before they are looked up. */
export interface WordNormalization {
  /** Lower-case the keys of the word table. Characters keep their case. */
  lowercase: boolean;
  /** Replace decimal digits by 0, in words and characters (Lample et al. 2016; NCRF++). */
  digitsToZero: boolean;
}

/** Replaces the decimal digits of any script by 0. */
export function zeroDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, '0');
}

/** The form whose characters are the input of the character encoder. Keeps case. */
export function characterForm(form: string, { digitsToZero }: WordNormalization): string {
  return digitsToZero ? zeroDigits(form) : form;
}

/** The key of a form in the word table. Every look-up, in training and after, uses this function. */
export function wordKey(form: string, { lowercase, digitsToZero }: WordNormalization): string {
  const key = digitsToZero ? zeroDigits(form) : form;
  return lowercase ? key.toLowerCase() : key;
}

/** Replaces typographic apostrophes, quotes, dashes and ellipses by ASCII, as in most corpora and vectors: `’s` is `'s`. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‑]/g, '-')
    .replace(/[–—]/g, '--')
    .replace(/…/g, '...');
}

/**
 * The spellings under which the pretrained vector of a word is looked up, best first: as written, in lower case, with digits
 * replaced, both; then each of these with plain punctuation; then, of a word of several parts (`Hà_Nội`, `Hà Nội`), with the other sign
 * between them. They include the spellings of the word's key under any
 * normalization, so vectors that were read for the words as written serve every setting.
 */
export function vectorSpellings(word: string): string[] {
  const lower = word.toLowerCase();
  const spellings = [word, lower, zeroDigits(word), zeroDigits(lower)];
  const plain = [...spellings, ...spellings.map(plainPunctuation)];
  return [...new Set([...plain, ...plain.map(otherJoints)])];
}

const otherJoints = (word: string) =>
  word.replace(/(?<=[^\s_])[_ ](?=[^\s_])/g, (joint) => (joint === '_' ? ' ' : '_'));
