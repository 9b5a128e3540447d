import { upcoming } from '../../../annotation/next.ts';
import type { AnnotatedSentence, AnnotationSet, SentenceState, SpanType } from '../../../annotation/set.ts';
import { overlaps, type TokenRange } from '../../../annotation/spans.ts';
import { openSuggestions, type Suggestion } from '../../../annotation/suggestions.ts';
import { formatCount, formatCounted, formatProbability } from '../../format.ts';
import type { FileId, Workspace } from '../../../workers/wire/payloads.ts';
import type { Review } from '../../stores/annotation.ts';

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

/** Splits all tokens of a sentence into segments, in order. */
export function segmentsOf(sentence: AnnotatedSentence, suggested: readonly Suggestion[]): Segment[] {
  const decided = sentence.spans.map((span) => ({ ...span, ...DECIDED }));
  const open = openSuggestions(sentence, suggested).map((span) => ({ ...span, isSuggested: true }));
  const segments: Segment[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (at < end) segments.push({ start: at, end, type: undefined, ...DECIDED });
  };
  for (const { start, end, type, isSuggested, isDoubtful, probability } of [...decided, ...open].toSorted(
    (a, b) => a.start - b.start,
  )) {
    if (start < at) continue; // of overlapping suggestions, keep the first
    plain(start);
    segments.push({ start, end, type, isSuggested, isDoubtful, probability });
    at = end;
  }
  plain(sentence.tokens.length);
  return segments;
}

/** The text between a token and the previous one. */
export function gapBefore({ text, offsets }: AnnotatedSentence, token: number): string {
  const previous = offsets[token - 1];
  return previous === undefined ? '' : text.slice(previous.end, offsets[token]!.start).replaceAll(/\s+/g, ' ');
}

export function labelOf({ type, probability }: Pick<Segment, 'type' | 'probability'>): string {
  return probability === undefined ? (type ?? '') : `${type} ${formatProbability(probability)}`;
}

/** The selected words with their span and its alternatives. */
export interface Selected {
  words: string;
  span: (Pick<Segment, 'isSuggested' | 'isDoubtful' | 'probability'> & { type: string }) | undefined;
  /** `LOC .10`, with the words if they differ. */
  alternatives: readonly string[];
}

export function selectedIn(sentence: AnnotatedSentence, suggested: readonly Suggestion[], range: TokenRange): Selected {
  const segment = segmentsOf(sentence, suggested).find((other) => other.type !== undefined && overlaps(other, range));
  const { start, end } = segment ?? range;
  const suggestion = suggested.find((other) => other.start === start && other.end === end);
  const words = (from: number, to: number) => {
    const [first, last] = [sentence.offsets[from], sentence.offsets[to - 1]];
    return first && last ? sentence.text.slice(first.start, last.end).replaceAll(/\s+/g, ' ') : '';
  };
  return {
    words: words(start, end),
    span: segment?.type === undefined ? undefined : { ...segment, type: segment.type },
    alternatives: (segment && suggestion ? suggestion.alternatives : []).map((other) => {
      const isSame = other.start === start && other.end === end;
      return `${isSame ? '' : `“${words(other.start, other.end)}” `}${labelOf(other)}`;
    }),
  };
}

/** The number of sentences in each state. */
export function countStates({ sentences }: Pick<AnnotationSet, 'sentences'>): Record<SentenceState, number> {
  const counts = { open: 0, accepted: 0, skipped: 0, flagged: 0 };
  for (const { state } of sentences) counts[state]++;
  return counts;
}

/** `12 of 340 sentences annotated, 2 flagged`. */
export function progressText(set: Pick<AnnotationSet, 'sentences'>): string {
  const { accepted, skipped, flagged } = countStates(set);
  const others = [skipped > 0 && `${formatCount(skipped)} skipped`, flagged > 0 && `${formatCount(flagged)} flagged`];
  return [
    `${formatCount(accepted)} of ${formatCounted(set.sentences.length, 'sentence')} annotated`,
    ...others.filter((other) => other !== false),
  ].join(', ');
}

const QUEUE_SHOWN = 12;

/** The next sentences. */
export function queueOf(
  { sentences }: AnnotationSet,
  queue: readonly number[] | undefined,
  current: number | undefined,
): AnnotatedSentence[] {
  return upcoming(sentences, queue, current, QUEUE_SHOWN).map((id) => sentences[id]!);
}

/** Flagged sentences, to be discussed. */
export function flaggedOf({ sentences }: AnnotationSet): AnnotatedSentence[] {
  return sentences.filter(({ state }) => state === 'flagged');
}

/** The number of spans of each type. */
export function typeCounts({ types, sentences }: AnnotationSet): { type: SpanType; count: number }[] {
  const counts = new Map<string, number>();
  for (const { spans } of sentences) for (const { type } of spans) counts.set(type, (counts.get(type) ?? 0) + 1);
  return types.map((type) => ({ type, count: counts.get(type.name) ?? 0 }));
}

/** An occurrence with the words around it. */
export interface ReviewRow {
  index: number;
  before: string;
  words: string;
  after: string;
  /** The decided spans that it overlaps; undefined: none. */
  taken: string | undefined;
}

/** Number of context tokens on either side. */
const AROUND = 6;

export function reviewRows({ occurrences }: Review, sentences: readonly AnnotatedSentence[]): ReviewRow[] {
  return occurrences.map(({ sentence: id, start, end }, index) => {
    const { text, offsets, spans } = sentences[id]!;
    const cut = (from: number, to: number) =>
      from < to ? text.slice(offsets[from]!.start, offsets[to - 1]!.end).replaceAll(/\s+/g, ' ') : '';
    const taken = spans.filter((span) => overlaps(span, { start, end })).map((span) => span.type);
    return {
      index,
      before: cut(Math.max(0, start - AROUND), start),
      words: cut(start, end),
      after: cut(end, Math.min(offsets.length, end + AROUND)),
      taken: taken.length > 0 ? taken.join(', ') : undefined,
    };
  });
}

/** Whether the token is selected. */
export function isSelected(token: number, { start, end }: TokenRange): boolean {
  return start <= token && token < end;
}

/** Parses a list of types from one line. */
export function typesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];
}

/** The default name of a set from these files. */
export function nameOf(files: readonly { name: string }[]): string {
  return files[0]?.name.replace(/\.[^.]*$/, '') ?? 'My annotations';
}

/** The loaded files that can be annotated: all except the sample. */
export function loadedTexts({ files, texts }: Pick<Workspace, 'files' | 'texts'>): { id: FileId; name: string }[] {
  return [...texts, ...files.filter(({ isSample }) => !isSample)].map(({ id, name }) => ({ id, name }));
}
