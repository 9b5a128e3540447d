/** A word of a text, as it is compared: without case and accents, ligatures as their letters. */
export interface FoldedWord {
  folded: string;
  /** The word as written. */
  text: string;
  start: number;
  end: number;
}

/** Words; each character of scripts without spaces is one. Soft hyphens and zero-width characters do not end a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{N}\p{M}\u00AD\u200B-\u200D\u2060\u0640])+/gu;

/** The words of a text. */
export function foldedWords(text: string): FoldedWord[] {
  const words: FoldedWord[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word);
    if (folded !== '') words.push({ folded, text: word, start: index, end: index + word.length });
  }
  return words;
}

/** A text without case, accents and invisible characters: `ﬁn Müller` is `fin muller`; ß is ss. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u00AD\u200B-\u200D\u2060\u0640]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
}

/** The words of a name, as it is compared. */
export function foldedName(text: string): string {
  return foldedWords(text)
    .map(({ folded }) => folded)
    .join(' ');
}
