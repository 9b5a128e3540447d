import { SECONDS } from '../../src/annotation/queue/cost-model.ts';
import type { Span } from '../../src/data/corpus.ts';
import { overlaps, sameTokens } from '../../src/eval/match-spans.ts';
import type { Seconds } from '../../src/lib/units.ts';
import type { ProbableSpan, SentenceReading } from '../../src/tagging/sentence-reader.ts';

/** Whether one suggested span is an entity, asked without the rest of its sentence, as *Review suggestions* in the page does. */
export interface SpanQuestion {
  /** Of the sentence. */
  index: number;
  span: ProbableSpan;
  /** Tokens that are read: the span and those beside it. */
  tokens: number;
}

/** Tokens on each side that a person reads to decide. */
const BESIDE = 3;

/** The most doubtful suggestions first, each with other words than those before it. */
export function spanQuestions(
  readings: ReadonlyMap<number, SentenceReading>,
  tokensOf: (index: number) => readonly string[],
): SpanQuestion[] {
  const doubt = ({ probability }: ProbableSpan) => -Math.abs(probability - 0.5);
  const asked = new Set<string>();
  return [...readings]
    .flatMap(([index, { spans }]) => spans.map((span) => ({ index, span })))
    .sort((a, b) => doubt(b.span) - doubt(a.span))
    .flatMap(({ index, span }) => {
      const tokens = tokensOf(index);
      const words = tokens.slice(span.start, span.end).join(' ').toLowerCase();
      if (asked.has(words)) return [];
      asked.add(words);
      const read = Math.min(tokens.length, span.end + BESIDE) - Math.max(0, span.start - BESIDE);
      return [{ index, span, tokens: read }];
    });
}

/** What is known of a sentence after questions about its spans. */
export interface SpanAnswers {
  spans: Span[];
  refused: Span[];
}

/**
 * Answers a question, unless it is answered already, or about words of a span that is decided. A span with other boundaries is refused, one
 * of another type gets its type.
 *
 * @param answers by sentence
 * @returns whether it was open
 */
export function answer(
  answers: Map<number, SpanAnswers>,
  { index, span: { start, end, type } }: SpanQuestion,
  gold: readonly Span[],
): boolean {
  const { spans, refused } = answers.get(index) ?? { spans: [], refused: [] };
  const span = { start, end, type };
  const isRefused = refused.some((one) => sameTokens(one, span) && one.type === type);
  if (isRefused || spans.some((one) => overlaps(one, span))) return false;
  const same = gold.find((one) => sameTokens(one, span));
  answers.set(index, same ? { spans: [...spans, same], refused } : { spans, refused: [...refused, span] });
  return true;
}

/** The time of an answer: reading, deciding, a key. */
export function answerSeconds({ tokens }: SpanQuestion): Seconds {
  return SECONDS.token * tokens + SECONDS.think + SECONDS.key;
}
