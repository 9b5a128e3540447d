/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The base direction of a text: that of its first letter (Unicode bidirectional algorithm, P2). Without letters, from left to right. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** Words to be put into a sentence of the page. Right-to-left letters are isolated: they would take signs and numbers beside them along. */
export function isolated(words: string): string {
  return RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;
}

/** `“Paris”`: words that are quoted in a sentence of the page. */
export const quoted = (words: string): string => `“${isolated(words)}”`;
