import type { Span, TagStyle } from '../data/corpus.ts';
import { pairSpans, sameTokens, type SpanPair } from './match-spans.ts';
import { PairReader, type TagPair } from './score-tags.ts';
import type { TrainingEntities } from './seen.ts';
import { entitySlices, type EntitySlices } from './slices.ts';

/** In display order. */
export const ERROR_KINDS = ['missed', 'spurious', 'wrong-type', 'wrong-boundary', 'wrong-type-and-boundary'] as const;
export type EntityErrorKind = (typeof ERROR_KINDS)[number];

/** A disagreement: a gold span, a predicted span, or an overlapping pair. */
export interface EntityError {
  kind: EntityErrorKind;
  /** Undefined if spurious. */
  gold: Span | undefined;
  /** Undefined if missed. */
  predicted: Span | undefined;
  /** Slices of the gold span; if spurious, of the predicted one. */
  slices: EntitySlices;
}

export interface ScoredSentence extends TagPair {
  /** [T] */
  tokens: readonly string[];
  /** 1-based line of the first token in its file. */
  line: number;
  /** Name of its file, if there are several. */
  file?: string;
}

/** A sentence with errors. */
export interface ErrorSentence {
  line: number;
  tokens: readonly string[];
  /** All spans, including those that agree. */
  gold: Span[];
  predicted: Span[];
  errors: EntityError[];
}

/** Number of span pairs of one kind, one type per side, and the same slices. */
export interface PairCount {
  kind: EntityErrorKind | 'correct';
  /** Undefined if spurious. */
  gold: string | undefined;
  /** Undefined if missed. */
  predicted: string | undefined;
  /** As in `EntityError`. */
  slices: EntitySlices;
  count: number;
}

export interface ErrorReport {
  /** Counts over all sentences, in order of first occurrence. */
  counts: PairCount[];
  /** The first sentences with errors, in file order. */
  sentences: ErrorSentence[];
}

/**
 * Lists and counts the disagreements between gold and predicted spans, paired one to one by `pairSpans`.
 *
 * @param limit of listed errors: no sentence is added once it is reached. All errors are counted
 * @param training to determine which entities were seen in training
 */
export function reportErrors(
  style: TagStyle,
  sentences: Iterable<ScoredSentence>,
  limit = Infinity,
  training?: TrainingEntities,
): ErrorReport {
  const counts = new Map<string, PairCount>();
  const listed: ErrorSentence[] = [];
  let errorsListed = 0;
  const reader = new PairReader(style);
  for (const sentence of sentences) {
    const { gold, predicted } = reader.read(sentence);
    const errors: EntityError[] = [];
    for (const spans of pairSpans(gold, predicted)) {
      const kind = kindOf(spans);
      const slices = entitySlices(sentence.tokens, spans.gold ?? spans.predicted, training);
      tally(counts, { kind, gold: spans.gold?.type, predicted: spans.predicted?.type, slices });
      if (kind !== 'correct') errors.push({ kind, ...spans, slices });
    }
    if (errors.length === 0 || errorsListed >= limit) continue;
    errorsListed += errors.length;
    listed.push({ line: sentence.line, tokens: sentence.tokens, gold, predicted, errors });
  }
  return { counts: [...counts.values()], sentences: listed };
}

function kindOf({ gold, predicted }: SpanPair): PairCount['kind'] {
  if (predicted === undefined) return 'missed';
  if (gold === undefined) return 'spurious';
  const sameType = gold.type === predicted.type;
  if (sameTokens(gold, predicted)) return sameType ? 'correct' : 'wrong-type';
  return sameType ? 'wrong-boundary' : 'wrong-type-and-boundary';
}

function tally(counts: Map<string, PairCount>, pair: Omit<PairCount, 'count'>): void {
  const key = JSON.stringify(pair);
  const counted = counts.get(key);
  if (counted === undefined) counts.set(key, { ...pair, count: 1 });
  else counted.count++;
}

/** How often gold spans of one type are predicted as another. */
export interface Confusion {
  /** [R] in alphabetical order. */
  types: string[];
  /** [R+1, R+1] regardless of boundaries. Rows: gold type, columns: predicted type; last column: missed, last row: spurious. */
  counts: number[][];
  /** [R] spans of each type that are correct: the diagonal of `counts` without wrong boundaries. */
  correct: number[];
}

export function confusionOfTypes(pairs: readonly PairCount[]): Confusion {
  const types = [...new Set(pairs.flatMap(({ gold, predicted }) => [gold ?? [], predicted ?? []].flat()))].toSorted();
  const index = new Map(types.map((type, i) => [type, i]));
  const indexOf = (type: string | undefined) => (type === undefined ? types.length : index.get(type)!);
  const counts = Array.from({ length: types.length + 1 }, () => Array.from({ length: types.length + 1 }, () => 0));
  const correct = types.map(() => 0);
  for (const { kind, gold, predicted, count } of pairs) {
    counts[indexOf(gold)]![indexOf(predicted)]! += count;
    if (kind === 'correct') correct[indexOf(gold)]! += count;
  }
  return { types, counts, correct };
}
