export type WordFormName = 'quotes' | 'apostrophes' | 'bytes' | 'language' | 'partOfSpeech' | 'colon' | 'pieces';

/** How the words of vectors are written, if not as they are in texts. */
export interface WordForm {
  name: WordFormName;
  /** What is told: what the words have, and what became of it. */
  note: string;
  /** The word as it is in texts, '' if it is none. */
  plain: (word: string) => string;
}

/** Tags of parts of speech that words end with: those of Universal Dependencies, and short ones. */
const PARTS_OF_SPEECH = new Set(
  'ADJ ADP ADV AUX CCONJ CONJ DET INTJ NOUN NUM PART PRON PROPN PRT PUNCT SCONJ SYM VERB X A N NN NNS NNP NNPS JJ RB V VB n v a r'.split(
    ' ',
  ),
);
const PART_OF_SPEECH = /^(.+)[_|#/]([A-Za-z]{1,5})$/s;

/** A mark of a piece of a word that begins a word: of SentencePiece, or of byte-level pieces. */
const BEGINS_WORD = /^[▁Ġ]/;
const LETTER = /[\p{L}\p{N}]/u;

/** Share of words that have the form, so that all are read in it. */
const LEAST = 0.9;
/** Share of pieces that begin a word. */
const LEAST_PIECES = 0.2;
const LEAST_WORDS = 3;

const enclosed = (sign: string) => (word: string) => word.length > 2 && word.startsWith(sign) && word.endsWith(sign);
const inside = (word: string) => word.slice(1, -1).replaceAll('""', '"').replaceAll(/\\(.)/g, '$1');

const FORMS: readonly (WordForm & { has: (word: string) => boolean; least: number })[] = [
  {
    name: 'quotes',
    has: enclosed('"'),
    least: LEAST,
    note: 'The words are in quotation marks, which were left off.',
    plain: (word) => (enclosed('"')(word) ? inside(word) : word),
  },
  {
    name: 'apostrophes',
    has: enclosed("'"),
    least: LEAST,
    note: 'The words are in quotation marks, which were left off.',
    plain: (word) => (enclosed("'")(word) ? inside(word) : word),
  },
  {
    name: 'bytes',
    has: (word) => /^b(['"]).+\1$/s.test(word),
    least: LEAST,
    note: "The words are written as bytes of Python (b'…'), which were decoded.",
    plain: fromBytes,
  },
  {
    name: 'language',
    has: (word) => /^\/c\/[a-z]{2,3}\/./.test(word),
    least: LEAST,
    note: 'The words begin with their language, as in /c/en/, which was left off. Of a word of several languages, the first vector is used.',
    plain: (word) => word.replace(/^\/c\/[a-z]{2,3}\//, ''),
  },
  {
    name: 'partOfSpeech',
    has: (word) => PARTS_OF_SPEECH.has(PART_OF_SPEECH.exec(word)?.[2] ?? ''),
    least: LEAST,
    note: 'The words end with their part of speech, as in run_VERB, which was left off. Of a word with several, the first vector is used.',
    plain: (word) => PART_OF_SPEECH.exec(word)?.[1] ?? word,
  },
  {
    name: 'colon',
    has: (word) => /.:$/s.test(word),
    least: LEAST,
    note: 'The words end with a colon, which was left off.',
    plain: (word) => word.replace(/(?<=.):$/s, ''),
  },
  {
    name: 'pieces',
    has: (word) => BEGINS_WORD.test(word),
    least: LEAST_PIECES,
    note: 'The file has vectors of pieces of words. Those that are whole words were read; a word of several pieces has no vector.',
    plain: (word) => (BEGINS_WORD.test(word) ? word.slice(1) : LETTER.test(word) ? '' : word),
  },
];

export const wordFormOf = (name: WordFormName): WordForm => FORMS.find((form) => form.name === name)!;

/** The form of words, undefined if they are written as in texts. */
export function wordForm(words: readonly string[]): WordForm | undefined {
  if (words.length < LEAST_WORDS) return undefined;
  return FORMS.find(({ has, least }) => words.filter(has).length >= least * words.length);
}

/** What `repr` of Python shows of bytes in UTF-8. */
function fromBytes(word: string): string {
  const [, , content] = /^b(['"])(.+)\1$/s.exec(word) ?? [];
  if (content === undefined) return word;
  const bytes = [...content.matchAll(/\\x([\da-f]{2})|\\(.)|([^\\])/gis)].flatMap(([, code, escaped, character]) =>
    code === undefined ? [...new TextEncoder().encode(escaped ?? character)] : Number.parseInt(code, 16),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
