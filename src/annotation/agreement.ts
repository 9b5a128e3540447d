import type { Span } from '../data/corpus.ts';
import { pairSpans } from '../eval/match-spans.ts';

/** A sentence of one of two annotations. */
export interface Labelled {
  tokens: readonly string[];
  spans: readonly Span[];
}

/** F1 of one annotation against the other: the same in both directions. Spans have no countable negatives, so that κ is not defined
 * (Hripcsak & Rothschild 2005: with growing negatives κ becomes this F1). */
export interface Agreement {
  f1: number;
  /** Spans with the same tokens and type in both. */
  both: number;
  /** In either annotation. */
  first: number;
  second: number;
}

/** Where two annotations differ: one has a span, or they have different spans on some tokens. */
export interface Difference {
  sentence: number;
  first: Span | undefined;
  second: Span | undefined;
}

export interface Comparison {
  overall: Agreement;
  /** In the order of names. */
  byType: { type: string; agreement: Agreement }[];
  /** In the order of the text. */
  differences: Difference[];
  /** Sentences that are in both, by index in the first. */
  sentences: number;
}

/**
 * Compares two annotations of the same text, sentence by sentence.
 *
 * @returns the first sentence whose tokens differ, from 0, if the texts are not the same
 */
export function compareAnnotations(
  first: readonly Labelled[],
  second: readonly Labelled[],
): Comparison | { differsAt: number } {
  const length = Math.max(first.length, second.length);
  const differsAt = Array.from({ length }, (_, i) => i).find((i) => !isSameText(first[i], second[i]));
  if (differsAt !== undefined) return { differsAt };
  const differences = first.flatMap(({ spans }, sentence) =>
    pairSpans(spans, second[sentence]!.spans)
      .filter(({ gold, predicted }) => !isSame(gold, predicted))
      .map(({ gold, predicted }): Difference => ({ sentence, first: gold, second: predicted })),
  );
  const [a, b] = [first, second].map((side) => side.flatMap(({ spans }) => spans));
  const onlyFirst = differences.flatMap((difference) => difference.first ?? []);
  const agreementOf = (isCounted: (span: Span) => boolean) =>
    agreement(a!.filter(isCounted).length, b!.filter(isCounted).length, onlyFirst.filter(isCounted).length);
  const types = [...new Set([...a!, ...b!].map(({ type }) => type))].sort();
  return {
    overall: agreementOf(() => true),
    byType: types.map((type) => ({ type, agreement: agreementOf((span) => span.type === type) })),
    differences,
    sentences: first.length,
  };
}

/** The spans of a sentence once its differences are resolved as said. @param choices by index in `differences` of this sentence */
export function resolved(
  spans: readonly Span[],
  differences: readonly Difference[],
  choices: readonly ('first' | 'second')[],
): Span[] {
  const taken = differences.flatMap((difference, i) => difference[choices[i]!] ?? []);
  const open = new Set(differences.flatMap(({ first }) => (first === undefined ? [] : [keyOf(first)])));
  const kept = spans.filter((span) => !open.has(keyOf(span)));
  return [...kept, ...taken].toSorted((a, b) => a.start - b.start);
}

function agreement(first: number, second: number, onlyFirst: number): Agreement {
  const both = first - onlyFirst;
  return { f1: first + second === 0 ? 1 : (2 * both) / (first + second), both, first, second };
}

function isSameText(a: Labelled | undefined, b: Labelled | undefined): boolean {
  return a?.tokens.length === b?.tokens.length && a!.tokens.every((token, t) => token === b!.tokens[t]);
}

function isSame(a: Span | undefined, b: Span | undefined): boolean {
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b);
}

function keyOf({ start, end, type }: Span): string {
  return `${start} ${end} ${type}`;
}
