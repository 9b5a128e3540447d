import type { TextToken } from '../../data/text/tokenizer.ts';
import type { NewSentence } from './set.ts';

/** A sentence of a text, with offsets within the sentence. @param source with `start`, if `text` is itself a part of a text */
export function sentenceAt(
  text: string,
  { tokens, spans, state }: { tokens: readonly TextToken[] } & Pick<NewSentence, 'spans' | 'state'>,
  source: NewSentence['source'],
): NewSentence {
  const from = tokens[0]!.start;
  return {
    text: text.slice(from, tokens.at(-1)!.end),
    tokens: tokens.map((token) => token.text),
    offsets: tokens.map(({ start, end }) => ({ start: start - from, end: end - from })),
    spans,
    state,
    source: { start: from, ...source },
  };
}

/** A sentence without original text: the text is its tokens joined with spaces. */
export function sentenceOfTokens(
  { tokens, spans, state }: Pick<NewSentence, 'tokens' | 'spans' | 'state'>,
  source: NewSentence['source'],
): NewSentence {
  let at = 0;
  const offsets = tokens.map((token) => {
    const start = at;
    at += token.length + 1;
    return { start, end: start + token.length };
  });
  return { text: tokens.join(' '), tokens, offsets, spans, state, source };
}
