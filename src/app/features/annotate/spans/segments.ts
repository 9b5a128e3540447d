import type { NewSentence } from '../../../../annotation/sets/set.ts';
import type { TokenRange } from '../../../../annotation/spans/spans.ts';
import type { Suggestion } from '../../../../annotation/spans/suggestions.ts';
import { labelOf as labelOfEntity } from '../../../ui/entity/segments.ts';

/** A sentence as it is shown. */
export type ShownSentence = Pick<NewSentence, 'text' | 'tokens' | 'offsets' | 'spans'>;

/** A run of tokens within one span, or within none. */
export interface Segment {
  start: number;
  end: number;
  type: string | undefined;
  isSuggested: boolean;
  isDoubtful: boolean;
  probability: number | undefined;
}

const DECIDED = { isSuggested: false, isDoubtful: false, probability: undefined };

/** Splits all tokens of a sentence into segments, in order. @param open suggestions that overlap no span of the sentence */
export function segmentsOf(
  { tokens, spans }: Pick<ShownSentence, 'tokens' | 'spans'>,
  open: readonly Suggestion[] = [],
): Segment[] {
  const decided = spans.map((span) => ({ ...span, ...DECIDED }));
  const suggested = open.map((span) => ({ ...span, isSuggested: true }));
  const segments: Segment[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (at < end) segments.push({ start: at, end, type: undefined, ...DECIDED });
  };
  for (const { start, end, type, isSuggested, isDoubtful, probability } of [...decided, ...suggested].toSorted(
    (a, b) => a.start - b.start,
  )) {
    if (start < at) continue; // of overlapping suggestions, keep the first
    plain(start);
    segments.push({ start, end, type, isSuggested, isDoubtful, probability });
    at = end;
  }
  plain(tokens.length);
  return segments;
}

/** The text between a token and the previous one. */
export function gapBefore({ text, offsets }: Pick<ShownSentence, 'text' | 'offsets'>, token: number): string {
  const previous = offsets[token - 1];
  return previous === undefined ? '' : text.slice(previous.end, offsets[token]!.start).replaceAll(/\s+/g, ' ');
}

/** The text of a range of tokens, without line breaks. */
export function wordsOf(
  { text, offsets }: Pick<ShownSentence, 'text' | 'offsets'>,
  { start, end }: TokenRange,
): string {
  const [first, last] = [offsets[start], offsets[end - 1]];
  return start < end && first && last ? text.slice(first.start, last.end).replaceAll(/\s+/g, ' ') : '';
}

export function labelOf({ type, probability }: Pick<Segment, 'type' | 'probability'>): string {
  return type === undefined ? '' : labelOfEntity(type, probability);
}
