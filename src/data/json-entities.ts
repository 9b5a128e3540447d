import type { Span } from './corpus.ts';

/** Character offsets in UTF-16 code units, half-open, as JavaScript counts them. */
export interface TokenOffsets {
  start: number;
  end: number;
}

/** An entity as it is written to JSON: tokens [first, last], and its place in the text where that is known. */
export interface JsonEntity {
  type: string;
  first: number;
  last: number;
  text: string;
  start?: number;
  end?: number;
}

/** A text and where its tokens are in it, [T]. */
export interface LocatedText {
  text: string;
  offsets: readonly TokenOffsets[];
}

export function jsonEntities(spans: readonly Span[], tokens: readonly string[], located?: LocatedText): JsonEntity[] {
  return spans.map(({ type, start: first, end }) => {
    const last = end - 1;
    const from = located?.offsets[first];
    const to = located?.offsets[last];
    if (located === undefined || from === undefined || to === undefined) {
      return { type, first, last, text: tokens.slice(first, end).join(' ') };
    }
    return { type, first, last, text: located.text.slice(from.start, to.end), start: from.start, end: to.end };
  });
}

/** Finds tokens in their text, where nothing but white space lies between them; undefined where that is not so. */
export function locateTokens(text: string, tokens: readonly string[]): LocatedText | undefined {
  const offsets: TokenOffsets[] = [];
  let from = 0;
  for (const token of tokens) {
    const start = text.indexOf(token, from);
    if (start < 0 || text.slice(from, start).trim() !== '') return undefined;
    from = start + token.length;
    offsets.push({ start, end: from });
  }
  return { text, offsets };
}
