import { codePointOffsets } from '../../lib/code-points.ts';
import type { Span } from '../corpus.ts';

/** Character offsets in UTF-16 code units, half-open, as JavaScript counts them. */
export interface TokenOffsets {
  start: number;
  end: number;
}

/**
 * An entity as it is written to JSON: tokens [first, last], and its place in the text where that is known, half-open, in code
 * points as people are told all offsets.
 */
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
  if (located === undefined) {
    return spans.map(({ type, start, end }) => ({
      type,
      first: start,
      last: end - 1,
      text: tokens.slice(start, end).join(' '),
    }));
  }
  const { text, offsets } = located;
  const pointOf = codePointOffsets(text);
  return spans.map(({ type, start: first, end: after }) => {
    const last = after - 1;
    const [{ start }, { end }] = [offsets[first]!, offsets[last]!];
    return { type, first, last, text: text.slice(start, end), start: pointOf(start), end: pointOf(end) };
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
