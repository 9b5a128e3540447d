import type { AnnotatedSentence, SentenceEdit } from '../sets/set.ts';
import { overlaps, withSpan, type TokenRange } from './spans.ts';

/** Another occurrence of the words of a span. */
export interface Occurrence {
  sentence: number;
  start: number;
  end: number;
  /** Overlaps a decided span: not marked unless the user chooses it. */
  overlapsSpan: boolean;
}

/** Occurrences of `words` in sentences, except those that are already marked with the type. Occurrences do not overlap. */
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
      if (!isMarked) found.push({ sentence: id, ...range, overlapsSpan: others.length > 0 });
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
