import type { AnnotatedSentence } from '../../../../annotation/sets/set.ts';
import { overlaps } from '../../../../annotation/spans/spans.ts';
import { wordsOf } from '../spans/segments.ts';
import type { Review } from '../store.ts';

/** An occurrence with the words around it. */
export interface OccurrenceRow {
  index: number;
  before: string;
  words: string;
  after: string;
  /** The decided spans that it overlaps; undefined: none. */
  taken: string | undefined;
}

/** Number of context tokens on either side. */
const AROUND = 6;

export function occurrenceRows({ occurrences }: Review, sentences: readonly AnnotatedSentence[]): OccurrenceRow[] {
  return occurrences.map(({ sentence: id, start, end }, index) => {
    const sentence = sentences[id]!;
    const words = (from: number, to: number) => wordsOf(sentence, { start: from, end: to });
    const taken = sentence.spans.filter((span) => overlaps(span, { start, end })).map((span) => span.type);
    return {
      index,
      before: words(Math.max(0, start - AROUND), start),
      words: words(start, end),
      after: words(end, Math.min(sentence.tokens.length, end + AROUND)),
      taken: taken.length > 0 ? taken.join(', ') : undefined,
    };
  });
}
