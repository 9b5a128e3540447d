import type { Span } from '../../data/corpus.ts';
import { pairSpans } from '../../eval/match-spans.ts';
import type { AlignedSentence } from './alignment.ts';
import { isSameSpan } from '../spans/spans.ts';

/**
 * F1 of one annotation against the other, symmetric in both. Spans have no countable negatives, so κ is not defined for them (Hripcsak &
 * Rothschild 2005: κ approaches this F1 as the number of negatives grows).
 */
export interface Agreement {
  f1: number;
  /** Number of spans with the same tokens and type in both. */
  both: number;
  /** Number of spans in each annotation. */
  first: number;
  second: number;
}

/** A difference between two annotations: a span that only one has, or different spans on overlapping tokens. */
export interface Difference {
  /** Index of the pair of sentences. */
  sentence: number;
  first: Span | undefined;
  second: Span | undefined;
}

export interface Comparison {
  overall: Agreement;
  /** Sorted by type name. */
  byType: { type: string; agreement: Agreement }[];
  /**
   * Cohen's κ over the types of tokens, including "none": (observed - expected) / (1 - expected) (Cohen 1960). Undefined if all tokens have
   * the same type in both.
   */
  kappa: number | undefined;
  /** In text order. */
  differences: Difference[];
  /** Number of compared sentences. */
  sentences: number;
}

/** The compared part of a sentence that both annotations have. */
export type ComparedSentence = Pick<AlignedSentence, 'tokens' | 'spans'>;

/** Compares two annotations of the same sentences. */
export function compareAnnotations(pairs: readonly ComparedSentence[]): Comparison {
  const differences = pairs.flatMap(({ spans: [first, second] }, sentence) =>
    pairSpans(first, second)
      .filter(({ gold, predicted }) => gold === undefined || predicted === undefined || !isSameSpan(gold, predicted))
      .map(({ gold, predicted }): Difference => ({ sentence, first: gold, second: predicted })),
  );
  const [a, b] = [0, 1].map((side) => pairs.flatMap(({ spans }) => spans[side]!));
  const onlyFirst = differences.flatMap((difference) => difference.first ?? []);
  const agreementOf = (isCounted: (span: Span) => boolean) =>
    agreement(a!.filter(isCounted).length, b!.filter(isCounted).length, onlyFirst.filter(isCounted).length);
  const types = [...new Set([...a!, ...b!].map(({ type }) => type))].sort();
  return {
    overall: agreementOf(() => true),
    byType: types.map((type) => ({ type, agreement: agreementOf((span) => span.type === type) })),
    kappa: kappaOf(pairs),
    differences,
    sentences: pairs.length,
  };
}

function agreement(first: number, second: number, onlyFirst: number): Agreement {
  const both = first - onlyFirst;
  return { f1: first + second === 0 ? 1 : (2 * both) / (first + second), both, first, second };
}

function kappaOf(pairs: readonly ComparedSentence[]): number | undefined {
  const none = '';
  const counts = [new Map<string, number>(), new Map<string, number>()] as const;
  let [tokens, same] = [0, 0];
  for (const pair of pairs) {
    const { length } = pair.tokens;
    const [first, second] = pair.spans.map((spans) => {
      const types = Array.from({ length }, () => none);
      for (const { start, end, type } of spans) types.fill(type, start, end);
      return types;
    }) as [string[], string[]];
    tokens += length;
    for (let t = 0; t < length; t++) {
      if (first[t] === second[t]) same++;
      for (const [side, type] of [first[t]!, second[t]!].entries()) {
        counts[side]!.set(type, (counts[side]!.get(type) ?? 0) + 1);
      }
    }
  }
  const expected = [...counts[0]].reduce((sum, [type, count]) => sum + count * (counts[1].get(type) ?? 0), 0);
  const [observedShare, expectedShare] = [same / tokens, expected / tokens ** 2];
  return tokens === 0 || expectedShare === 1 ? undefined : (observedShare - expectedShare) / (1 - expectedShare);
}
