import type { Span } from '../../../data/corpus.ts';
import type { MarkedEntity } from './segments.ts';

/** A part of a sentence as text. */
export interface EntityContext {
  text: string;
  /** Converts spans to marks in the text. Those that do not start with one of `own` are marked as aside. */
  mark: (spans: readonly Span[], own: readonly Span[]) => MarkedEntity[];
}

/** The part of a sentence around spans. @param around at least one span @param size number of context tokens on either side */
export function entityContext(tokens: readonly string[], around: readonly Span[], size = 7): EntityContext {
  const from = Math.max(0, Math.min(...around.map(({ start }) => start)) - size);
  const to = Math.min(tokens.length, Math.max(...around.map(({ end }) => end)) + size);
  let text = from > 0 ? '… ' : '';
  const places = tokens.slice(from, to).map((token, i) => {
    if (i > 0) text += ' ';
    const start = text.length;
    text += token;
    return { start, end: text.length };
  });
  if (to < tokens.length) text += ' …';
  const mark: EntityContext['mark'] = (spans, own) =>
    spans
      .filter(({ start, end }) => start < to && end > from)
      .map((span) => ({
        type: span.type,
        start: places[Math.max(span.start, from) - from]!.start,
        end: places[Math.min(span.end, to) - from - 1]!.end,
        isAside: own.every(({ start }) => start !== span.start),
      }));
  return { text, mark };
}
