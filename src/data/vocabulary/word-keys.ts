/** How a word is spelt when it is looked up. */
export interface WordNormalization {
  /** The word table is in lower case; characters are seen as written. */
  lowercase: boolean;
  /** Every decimal digit becomes 0, for the word table and for the characters (Lample et al. 2016; NCRF++ likewise). */
  digitsToZero: boolean;
}

/** Digits as zeros; any script's decimal digits. */
export function zeroDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, '0');
}

/** The form whose characters the character encoder sees: case is kept. */
export function characterForm(form: string, { digitsToZero }: WordNormalization): string {
  return digitsToZero ? zeroDigits(form) : form;
}

/** The key of a form in the word table. Every look-up, in training and afterwards, goes through here. */
export function wordKey(form: string, { lowercase, digitsToZero }: WordNormalization): string {
  const key = digitsToZero ? zeroDigits(form) : form;
  return lowercase ? key.toLowerCase() : key;
}

/** Typographic apostrophes, quotes and dashes in ASCII, as corpora and vectors write them: `’s` is `'s`. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‑]/g, '-')
    .replace(/[–—]/g, '--')
    .replace(/…/g, '...');
}

/**
 * Spellings under which a word's pretrained vector is looked for, best first: itself, in lower case, with digits as
 * zeros, both; then each with plain punctuation. Those of a word's key are always among those of the word, whatever the
 * normalisation: vectors read for the words as written serve every setting.
 */
export function vectorSpellings(word: string): string[] {
  const lower = word.toLowerCase();
  const spellings = [word, lower, zeroDigits(word), zeroDigits(lower)];
  return [...new Set([...spellings, ...spellings.map(plainPunctuation)])];
}
