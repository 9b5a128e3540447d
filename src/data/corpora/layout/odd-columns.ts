import type { ColumnLayout } from '../../column-layout.ts';
import type { ReadingQuestion } from '../../corpus.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import type { RawSentence } from '../raw-corpus.ts';

/** Share of the words that must have the same form. */
const MOST = 0.95;
const FEWEST_WORDS = 5;
/** The language before a word in WikiANN or its feature in CRFsuite (`w[0]=`), and the place of a character in its word in Weibo NER. */
const [PREFIX, PLACE] = [/^(\p{Ll}{2,3}:|[a-z]{1,10}(?:\[0\])?=)./u, /^\p{Script=Han}\d$/u];

/** The rest of a word that a tokenizer of a language model has cut. */
export function isPieceOfWord(word: string): boolean {
  return /^(?:##|[\u2581\u0120])[\p{L}\d]/u.test(word); // WordPiece, SentencePiece, byte-level BPE
}

/** What words have that text does not, as a sentence; undefined if they have nothing. */
export function oddWords(sentences: readonly RawSentence[]): string | undefined {
  const words = sentences.flatMap(({ tokens }) => tokens);
  const [first = ''] = words;
  if (words.length < FEWEST_WORDS) return undefined;
  const piece = words.find(isPieceOfWord);
  if (piece !== undefined)
    return `Words were cut by the tokenizer of a language model, such as ${piece}: a text is not written in this way. Join the pieces, with the tag of the first.`;
  const [, prefix] = PREFIX.exec(first) ?? [];
  if (prefix !== undefined && words.every((word) => word.startsWith(prefix)))
    return `All words begin with ${prefix}, such as ${first}: it is a part of the words. Take it away if texts do not have it.`;
  const placed = words.filter((word) => PLACE.test(word) || /^.\d$/u.test(word));
  if (!placed.some((word) => PLACE.test(word)) || placed.length < MOST * words.length) return undefined;
  return `Nearly all words are a character and a digit, such as ${first}: the digit is a part of the word. Take it away if texts do not have it.`;
}

/** Spans of words by number: `1:PER` begins the first one, `1` continues it, `*` is outside, as in PARSEME. */
const [NUMBERED, BEGINS] = [
  /^(?:[*_-]|\d{1,4}(?::[^\s:;]{1,60})?(?:;\d{1,4}(?::[^\s:;]{1,60})?)*)$/,
  /(?:^|;)\d{1,4}:\p{L}/u,
];
/** No span begins in a word, or one continues: heads with relations (`2:nsubj`) are in each word. */
const CONTINUES = /^(?:\*|\d{1,4})$/;

/** Asks what is to be learned where a column numbers spans, and the tags are in another column, such as parts of speech. */
export function numberedSpans(
  rows: readonly (readonly string[])[],
  { columns, tokenColumn, tagColumn, header }: ColumnLayout,
): ReadingQuestion | undefined {
  const own = rows.filter(({ length }) => length === columns);
  const tags = own.map((row) => row[tagColumn]!.trim());
  if (tags.every(hasSchemeLetter) && tags.some((tag) => tag.length > 1)) return undefined;
  const column = Array.from({ length: columns }, (_, c) => c).find((c) => {
    const cells = own.map((row) => row[c]!.trim());
    const areSpans = [BEGINS, CONTINUES].every((one) => cells.some((cell) => one.test(cell)));
    return c !== tokenColumn && areSpans && cells.every((cell) => NUMBERED.test(cell));
  });
  if (column === undefined) return undefined;
  const name = header?.[column] === undefined ? '' : ` (${header[column]})`;
  const example = own.map((row) => row[column]!).find((cell) => BEGINS.test(cell));
  return {
    what: `Are the tags in column ${tagColumn + 1} to be learned?`,
    reason: `Column ${column + 1}${name} numbers spans of words, such as ${example}, which is not read. For these, write a tag for each word: B-PER, I-PER, O.`,
    options: [{ label: `yes, column ${tagColumn + 1} has the tags`, settings: { tagColumn } }],
  };
}
