import type { Span } from '../../data/corpus.ts';
import type { AnnotatedSentence, NewSentence } from './set.ts';

/** An action that changes where sentences end. */
export type Division = { kind: 'merge'; id: number } | { kind: 'split'; id: number; at: number };

/** A sentence without its number. */
type Part = NewSentence & Pick<AnnotatedSentence, 'refused'>;

/** Whether a sentence and the next one are of the same text. */
export function canMerge(sentences: readonly Pick<AnnotatedSentence, 'source'>[], id: number): boolean {
  const [a, b] = [sentences[id]?.source, sentences[id + 1]?.source];
  return a !== undefined && a.document === b?.document && a.file === b.file && (a.field ?? 0) === (b.field ?? 0);
}

/** Whether a sentence can be split before a token: not within a span that a person has marked. */
export function canSplit({ tokens, spans }: Pick<AnnotatedSentence, 'tokens' | 'spans'>, at: number): boolean {
  return at > 0 && at < tokens.length && spans.every(({ start, end }) => at <= start || end <= at);
}

/**
 * A sentence and the next one as one. All spans are kept; it is open unless both were decided alike. Texts keep the space between them as
 * far as it is known; otherwise it is one space.
 *
 * @returns undefined if they cannot be merged
 */
export function merged(sentences: readonly AnnotatedSentence[], id: number): [Part] | undefined {
  if (!canMerge(sentences, id)) return undefined;
  const [a, b] = [sentences[id]!, sentences[id + 1]!];
  const gap = gapBetween(a, b);
  const from = a.text.length + gap;
  const move = <S extends Span>(spans: readonly S[]): S[] => shifted(spans, a.tokens.length);
  const predicted = [...(a.predicted ?? []), ...move(b.predicted ?? [])];
  return [
    {
      text: a.text + ' '.repeat(gap) + b.text,
      tokens: [...a.tokens, ...b.tokens],
      offsets: [...a.offsets, ...b.offsets.map(({ start, end }) => ({ start: start + from, end: end + from }))],
      spans: [...a.spans, ...move(b.spans)],
      refused: [...a.refused, ...move(b.refused)],
      state: a.state === b.state ? a.state : 'open',
      source: a.source,
      ...(predicted.length > 0 && { predicted }),
    },
  ];
}

/** Number of characters between two sentences of a text. */
function gapBetween(a: AnnotatedSentence, b: AnnotatedSentence): number {
  const [from, to] = [a.source.start, b.source.start];
  const gap = from === undefined || to === undefined ? 1 : to - from - a.text.length;
  return gap < 0 ? 1 : gap;
}

/**
 * A sentence as two, the second from token `at` on. Both keep its state; suggestions of other programs across the border are dropped.
 *
 * @returns undefined if it cannot be split there
 */
export function split(sentence: AnnotatedSentence | undefined, at: number): [Part, Part] | undefined {
  if (sentence === undefined || !canSplit(sentence, at)) return undefined;
  const { text, tokens, offsets, spans, refused, predicted = [], state, source } = sentence;
  const before = <S extends Span>(all: readonly S[]) => all.filter(({ end }) => end <= at);
  const after = <S extends Span>(all: readonly S[]) =>
    shifted(
      all.filter(({ start }) => start >= at),
      -at,
    );
  const part = (from: number, to: number, cut: typeof before): Part => {
    const start = offsets[from]!.start;
    const kept = cut(predicted);
    return {
      text: text.slice(start, offsets[to - 1]!.end),
      tokens: tokens.slice(from, to),
      offsets: offsets.slice(from, to).map((range) => ({ start: range.start - start, end: range.end - start })),
      spans: cut(spans),
      refused: cut(refused),
      state,
      source: source.start === undefined ? source : { ...source, start: source.start + start },
      ...(kept.length > 0 && { predicted: kept }),
    };
  };
  return [part(0, at, before), part(at, tokens.length, after)];
}

/** Spans of tokens, moved by a number of tokens. */
export function shifted<S extends Span>(spans: readonly S[], by: number): S[] {
  return spans.map((span) => ({ ...span, start: span.start + by, end: span.end + by }));
}

/** The number of a sentence after a division. */
export function movedTo(division: Division, id: number): number {
  if (id <= division.id) return id;
  return division.kind === 'merge' ? id - 1 : id + 1;
}

/** How the sentences of a set were renumbered by a change. */
export interface Renumbering {
  /** The new number of a sentence; undefined for one that was merged, split or removed. */
  to: (id: number) => number | undefined;
  /** The numbers of the sentences in place of those. */
  among: readonly number[];
  /** Whether the words are the same. */
  isDivision: boolean;
}

type Text = Pick<AnnotatedSentence, 'text'>;

/** Compares texts: sentences before the first and behind the last difference are the same. */
export function renumbering(before: readonly Text[], after: readonly Text[]): Renumbering {
  const shorter = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < shorter && before[head]!.text === after[head]!.text) head++;
  while (tail < shorter - head && before.at(-1 - tail)!.text === after.at(-1 - tail)!.text) tail++;
  const words = (all: readonly Text[]) =>
    all
      .slice(head, all.length - tail)
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s/g, '');
  return {
    to: (id) => (id < head ? id : id >= before.length - tail ? id + after.length - before.length : undefined),
    among: Array.from({ length: after.length - tail - head }, (_, i) => head + i),
    isDivision: words(before) === words(after),
  };
}

/** A list of numbers after a change; those of the sentences in place of others once, where the first of these was. */
export function renumberedList(ids: readonly number[], { to, among }: Renumbering): number[] {
  let isPlaced = false;
  return ids.flatMap((id) => {
    const moved = to(id);
    if (moved !== undefined) return moved;
    if (isPlaced) return [];
    isPlaced = true;
    return among;
  });
}
