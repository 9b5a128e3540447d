import type { Span, TagStyle } from '../data/corpus.ts';
import { pairSpans, sameTokens, type SpanPair } from './match-spans.ts';
import { PairReader, type TagPair } from './score-tags.ts';

export type EntityErrorKind = 'missed' | 'spurious' | 'wrong-type' | 'wrong-boundary' | 'wrong-type-and-boundary';

/** One disagreement, about one gold span, one predicted span, or a pair of them that overlap. */
export interface EntityError {
  kind: EntityErrorKind;
  /** Index of the sentence among those scored. */
  sentence: number;
  /** Undefined: spurious. */
  gold: Span | undefined;
  /** Undefined: missed. */
  predicted: Span | undefined;
}

/** Where gold and prediction disagree, sentence by sentence. Spans are paired one to one (see `pairSpans`). */
export function listErrors(style: TagStyle, sentences: Iterable<TagPair>): EntityError[] {
  const errors: EntityError[] = [];
  const reader = new PairReader(style);
  let sentence = 0;
  for (const pair of sentences) {
    const { gold, predicted } = reader.read(pair);
    for (const spans of pairSpans(gold, predicted)) {
      const kind = errorKind(spans);
      if (kind !== undefined) errors.push({ kind, sentence, ...spans });
    }
    sentence++;
  }
  return errors;
}

function errorKind({ gold, predicted }: SpanPair): EntityErrorKind | undefined {
  if (predicted === undefined) return 'missed';
  if (gold === undefined) return 'spurious';
  const sameType = gold.type === predicted.type;
  if (sameTokens(gold, predicted)) return sameType ? undefined : 'wrong-type';
  return sameType ? 'wrong-boundary' : 'wrong-type-and-boundary';
}

/** How often gold spans of each type were predicted as spans of each type, whatever their boundaries. */
export interface Confusion {
  /** [R] alphabetical. */
  types: string[];
  /** [R+1, R+1] gold type in rows, predicted in columns; last column: missed, last row: spurious. */
  counts: number[][];
}

export function confusionOfTypes(style: TagStyle, sentences: Iterable<TagPair>): Confusion {
  const pairs: SpanPair[] = [];
  const reader = new PairReader(style);
  for (const sentence of sentences) {
    const { gold, predicted } = reader.read(sentence);
    pairs.push(...pairSpans(gold, predicted));
  }
  const spans = pairs.flatMap(({ gold, predicted }) => [gold, predicted]);
  const types = [...new Set(spans.flatMap((span) => span?.type ?? []))].toSorted();
  const index = new Map(types.map((type, i) => [type, i]));
  const indexOf = (span: Span | undefined) => (span === undefined ? types.length : index.get(span.type)!);
  const counts = Array.from({ length: types.length + 1 }, () => Array.from({ length: types.length + 1 }, () => 0));
  for (const { gold, predicted } of pairs) counts[indexOf(gold)]![indexOf(predicted)]!++;
  return { types, counts };
}
