import type { Span } from '../../data/corpus.ts';
import { moveBoundaryByCharacter } from './retokenize.ts';
import type { AnnotatedSentence, SentenceEdit, SentenceState } from '../sets/set.ts';
import {
  isSameRange,
  isSameSpan,
  moveBoundary,
  overlaps,
  spanAt,
  withoutSpan,
  withSpan,
  type TokenRange,
} from './spans.ts';
import { openSuggestions, type Suggestion } from './suggestions.ts';

// User actions on a sentence, as edits. Undefined: nothing changes.
type Edit = SentenceEdit | undefined;

/** Marks tokens as a span. An identical span is removed instead, so that pressing a key twice undoes the mark. */
export function mark(sentence: AnnotatedSentence, range: TokenRange, type: string): Edit {
  const span = { start: range.start, end: range.end, type };
  const { id, spans, refused } = sentence;
  if (spans.some((other) => isSameSpan(other, span))) return { id, spans: withoutSpan(spans, span) };
  return {
    id,
    spans: withSpan(spans, span),
    ...(refused.some((other) => isSameSpan(other, span)) && {
      refused: refused.filter((other) => !isSameSpan(other, span)),
    }),
  };
}

/** Adds a suggestion to the spans of the sentence. */
export function acceptSuggestion({ id, spans }: AnnotatedSentence, { start, end, type }: Suggestion): SentenceEdit {
  return { id, spans: withSpan(spans, { start, end, type }) };
}

/** Refuses a suggestion: it is not suggested again. */
export function refuseSuggestion({ id, refused }: AnnotatedSentence, suggestion: Suggestion): SentenceEdit {
  return { id, refused: withRefused(refused, suggestion) };
}

/** Removes the decided span at a token, or refuses the suggestion there. */
export function remove(sentence: AnnotatedSentence, token: number, suggested: readonly Suggestion[]): Edit {
  const { id, spans, refused } = sentence;
  const span = spanAt(spans, token);
  if (span !== undefined) return { id, spans: withoutSpan(spans, span), refused: withRefused(refused, span) };
  const suggestion = spanAt(openSuggestions(sentence, suggested), token);
  return suggestion && refuseSuggestion(sentence, suggestion);
}

function withRefused(refused: readonly Span[], { start, end, type }: Span): Span[] {
  const span = { start, end, type };
  return [...refused.filter((other) => !isSameSpan(other, span)), span];
}

/** Replaces a span by its next reading: first the suggestion and its alternatives, then its tokens with the other types. */
export function retype(
  sentence: AnnotatedSentence,
  token: number,
  suggested: readonly Suggestion[],
  types: readonly string[],
): Edit {
  const { id, spans } = sentence;
  const decided = spanAt(spans, token);
  const span = decided ?? spanAt(openSuggestions(sentence, suggested), token);
  if (span === undefined) return undefined;
  const suggestion =
    suggested.find((other) => [other, ...other.alternatives].some((one) => isSameSpan(one, span))) ??
    suggested.find((other) => isSameRange(other, span));
  const probable = suggestion ? [suggestion, ...suggestion.alternatives] : [span];
  const { start, end } = probable[0]!;
  const others = types.map((type) => ({ start, end, type }));
  const readings = [...probable, ...others.filter((other) => !probable.some((one) => isSameSpan(one, other)))];
  const next = readings[(readings.findIndex((one) => isSameSpan(one, span)) + 1) % readings.length]!;
  return { id, spans: withSpan(withoutSpan(spans, span), { start: next.start, end: next.end, type: next.type }) };
}

/** Moves a boundary of the decided or suggested span at a token, by one token or one character. */
export function resize(
  sentence: AnnotatedSentence,
  token: number,
  { side, by, unit }: { side: 'start' | 'end'; by: 1 | -1; unit: 'token' | 'character' },
  suggested: readonly Suggestion[],
): Edit {
  const { id, spans, tokens } = sentence;
  const found = spanAt(spans, token) ?? spanAt(openSuggestions(sentence, suggested), token);
  if (found === undefined) return undefined;
  const span = { start: found.start, end: found.end, type: found.type };
  if (unit === 'character') {
    const edit = moveBoundaryByCharacter({ ...sentence, spans: withSpan(spans, span) }, span, side, by);
    return edit && { id, ...edit };
  }
  const others = withoutSpan(spans, span);
  const moved = moveBoundary(span, side, by, others, tokens.length);
  return isSameRange(moved, span) ? undefined : { id, spans: withSpan(others, moved) };
}

/** Sets the state of a sentence. Accepting it also accepts the suggestions that were not refused and are not doubtful. */
export function decide(
  sentence: AnnotatedSentence,
  state: SentenceState,
  suggested: readonly Suggestion[],
): SentenceEdit {
  const { id, spans } = sentence;
  if (state !== 'accepted') return { id, state };
  return {
    id,
    state,
    spans: openSuggestions(sentence, suggested)
      .filter(({ isDoubtful }) => !isDoubtful)
      .reduce<readonly Span[]>(withSuggestion, spans),
  };
}

function withSuggestion(spans: readonly Span[], { start, end, type }: Suggestion): readonly Span[] {
  const span = { start, end, type };
  return spans.some((other) => overlaps(other, span)) ? spans : withSpan(spans, span);
}
