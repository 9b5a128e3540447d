import { codePointOffsets } from '../../../lib/code-points.ts';
import type { Span } from '../../corpus.ts';

/** `[start, end)` in UTF-16 code units of a text. */
export interface TokenOffsets {
  start: number;
  end: number;
}

/** An entity in exported JSON: tokens `[first, last]`, and characters `[start, end)` in code points if the text is known. */
export interface JsonEntity {
  type: string;
  first: number;
  last: number;
  text: string;
  start?: number;
  end?: number;
}

/** A text with the offsets of its tokens. */
export interface LocatedText {
  text: string;
  /** [T] */
  offsets: readonly TokenOffsets[];
}

/** Converts spans of tokens to JSON. Without a text, the text of an entity is its tokens, joined with spaces. */
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

/** Finds the tokens of a text. Undefined if there is anything but white space between them. */
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
