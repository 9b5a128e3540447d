import type { AnnotatedSentence, SentenceEdit } from './set.ts';
import { overlaps, withSpan, type TokenRange } from './spans.ts';

/** A place with the same words as a span. */
export interface Occurrence {
  sentence: number;
  start: number;
  end: number;
  /** It overlaps a span that is decided already: to be left alone unless a person chooses it. */
  isTaken: boolean;
}

/** Places in sentences with the same tokens as `words`, without those that are marked so already. Occurrences do not overlap. */
export function occurrencesOf(
  words: readonly string[],
  type: string,
  sentences: readonly AnnotatedSentence[],
): Occurrence[] {
  return sentences.flatMap(({ id, tokens, spans, state }) => {
    if (state === 'skipped') return [];
    const found: Occurrence[] = [];
    for (let start = tokens.indexOf(words[0]!); start >= 0; start = tokens.indexOf(words[0]!, start + 1)) {
      const range = { start, end: start + words.length };
      if (words.some((word, i) => tokens[start + i] !== word)) continue;
      if (start < (found.at(-1)?.end ?? 0)) continue;
      const others = spans.filter((span) => overlaps(span, range));
      const isMarked = others.some((span) => span.type === type && span.start === start && span.end === range.end);
      if (!isMarked) found.push({ sentence: id, ...range, isTaken: others.length > 0 });
    }
    return found;
  });
}

/** Marks occurrences. */
export function markOccurrences(
  occurrences: readonly Occurrence[],
  type: string,
  sentences: readonly AnnotatedSentence[],
): SentenceEdit[] {
  const ranges = new Map<number, TokenRange[]>();
  for (const { sentence, start, end } of occurrences) {
    ranges.set(sentence, [...(ranges.get(sentence) ?? []), { start, end }]);
  }
  return Array.from(ranges, ([id, chosen]) => ({
    id,
    spans: chosen.reduce((spans, range) => withSpan(spans, { ...range, type }), [...sentences[id]!.spans]),
  }));
}
