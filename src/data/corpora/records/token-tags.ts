import { tagsOfSpans } from '../../tags/tag-spans.ts';
import { standardStyle } from '../../tags/tag-style.ts';
import type { SpanProblem } from '../align-spans.ts';
import type { WrittenTokenSpan } from './record.ts';
import type { SpanEnds } from './span-ends.ts';

const STYLE = standardStyle('BIO');

/** The BIO tags of spans of tokens. Of overlapping spans the longest is kept, of equally long ones the first; the others are reported. */
export function tagsOfTokenSpans(
  tokens: readonly string[],
  spans: readonly WrittenTokenSpan[],
  ends: SpanEnds,
  report: (problem: SpanProblem) => void,
): string[] {
  const owners = Array.from<WrittenTokenSpan | undefined>({ length: tokens.length });
  const kept = spans
    .map(({ start, end, type }) => ({ start, end: ends === 'inclusive' ? end + 1 : end, type }))
    .filter((span) => {
      const isInside = span.start >= 0 && span.start < span.end && span.end <= tokens.length;
      if (!isInside) {
        const message = `Found ${span.type} of tokens ${span.start} to ${span.end} (end exclusive) in a sentence of ${tokens.length} tokens; the span was skipped.`;
        report({ severity: 'error', message, excerpt: tokens.join(' '), isLoss: true });
      }
      return isInside;
    })
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .filter((span) => {
      const owner = owners[span.start] ?? owners[span.end - 1];
      if (owner === undefined) owners.fill(span, span.start, span.end);
      else if (owner.start !== span.start || owner.end !== span.end || owner.type !== span.type) {
        const message = `Skipped ${describe(tokens, span)}, because it overlaps ${describe(tokens, owner)}.`;
        report({ severity: 'warning', message, excerpt: tokens.join(' ') });
      }
      return owner === undefined;
    })
    .toSorted((a, b) => a.start - b.start);
  return tagsOfSpans(STYLE, kept, tokens.length);
}

function describe(tokens: readonly string[], { start, end, type }: WrittenTokenSpan): string {
  return `${type} (“${tokens.slice(start, end).join(' ')}”)`;
}
