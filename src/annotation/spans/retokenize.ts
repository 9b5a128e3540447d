import type { Span } from '../../data/corpus.ts';
import type { TokenOffsets } from '../../data/corpora/json/entities.ts';
import type { AnnotatedSentence, SentenceEdit } from '../sets/set.ts';
import { isSameRange } from './spans.ts';

type Cut = Pick<AnnotatedSentence, 'text' | 'offsets' | 'spans' | 'refused'>;

/**
 * Moves a boundary of a decided span by one character, skipping white space, and splits tokens again. This corrects errors of the
 * tokenizer. Stops at the boundaries of other spans; a span keeps at least one character.
 *
 * @returns undefined if the boundary cannot be moved
 */
export function moveBoundaryByCharacter(
  sentence: Cut,
  span: Span,
  side: 'start' | 'end',
  by: 1 | -1,
): Omit<SentenceEdit, 'id'> | undefined {
  const { text, offsets, spans, refused } = sentence;
  const characters = (range: Pick<Span, 'start' | 'end'>): TokenOffsets => ({
    start: offsets[range.start]!.start,
    end: offsets[range.end - 1]!.end,
  });
  const before = characters(span);
  const moved = { ...before, [side]: nextBoundary(text, before[side], side, by) };
  const others = spans.filter((other) => !isSameRange(other, span)).map(characters);
  const isFree = others.every(({ start, end }) => moved.end <= start || end <= moved.start);
  if (moved.start < 0 || moved.end > text.length || moved.start >= moved.end || !isFree) return undefined;
  const needed = new Set(others.flatMap(({ start, end }) => [start, end]));
  const left = before[side];
  const isKept = needed.has(left) || !isWithinWord(text, left);
  const cut = retokenize(text, offsets, moved[side], isKept ? undefined : left);
  const remap = (range: TokenOffsets, type: string): Span => ({
    start: cut.findIndex(({ end }) => end > range.start),
    end: cut.findLastIndex(({ start }) => start < range.end) + 1,
    type,
  });
  return {
    offsets: cut,
    spans: spans.map((other) => remap(isSameRange(other, span) ? moved : characters(other), other.type)),
    refused: refused.map((other) => remap(characters(other), other.type)),
  };
}

/** The next boundary: next to a character that is not white space, and not within a surrogate pair. */
function nextBoundary(text: string, from: number, side: 'start' | 'end', by: 1 | -1): number {
  let at = from + by;
  const inside = () => text[side === 'start' ? at : at - 1] ?? '';
  while (at > 0 && at < text.length && (/\s/.test(inside()) || /[\udc00-\udfff]/.test(text[at]!))) at += by;
  return at;
}

/** Word characters include hyphens and apostrophes, as in the tokenizer. */
const WORD = /[\p{L}\p{M}\p{N}\p{Co}\p{Cs}'’-]/u;

function isWithinWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD.test(text[at - 1]!) && WORD.test(text[at]!);
}

/** Splits a token at `added`, and joins adjoining tokens at `removed`. */
function retokenize(
  text: string,
  offsets: readonly TokenOffsets[],
  added: number,
  removed: number | undefined,
): TokenOffsets[] {
  const cut: TokenOffsets[] = [];
  for (const token of offsets) {
    const last = cut.at(-1);
    if (last !== undefined && last.end === token.start && token.start === removed) last.end = token.end;
    else cut.push({ ...token });
  }
  return cut.flatMap(({ start, end }) => {
    if (added <= start || added >= end) return [{ start, end }];
    return [
      { start, end: added },
      { start: added, end },
    ].filter((part) => text.slice(part.start, part.end).trim() !== '');
  });
}
