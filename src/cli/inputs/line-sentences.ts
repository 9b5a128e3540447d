import { tokenize } from '../../data/text/tokenizer.ts';
import type { TextSentence } from '../../tagging/tagged-text.ts';

/** One sentence per line, regardless of punctuation. */
export function* sentencesOfLines(lines: Iterable<string>): Generator<TextSentence> {
  let before: string | undefined;
  for (const line of lines) {
    if (before !== undefined) yield sentenceOfLine(before);
    before = line;
  }
  if (before) yield sentenceOfLine(before); // no sentence after the final line break
}

export function sentenceOfLine(text: string): TextSentence {
  return { text, tokens: tokenize(text).flat() };
}

/** Joins tokens by spaces and computes their offsets. */
export function joinTokens(words: readonly string[]): TextSentence {
  let end = -1;
  const tokens = words.map((text) => {
    const start = end + 1;
    end = start + text.length;
    return { text, start, end };
  });
  return { text: words.join(' '), tokens };
}
