import type { Span } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import type { JsonObject } from '../json/values.ts';
import type { RawSentence } from '../raw-corpus.ts';
import { ownFields } from './left-out.ts';
import { isWhole } from './spans.ts';

/**
 * The spans of tokens that our own files say are wrong: `{"tagsmith": {"refused": [[0, 2, "PER"]]}}`. Undefined if one of them is damaged:
 * then none is used.
 *
 * @param tokens how many the sentence has
 */
export function refusedSpans(record: JsonObject, tokens: number): Span[] | undefined {
  return tokenSpans(ownFields(record)['refused'] ?? [], tokens);
}

/** Spans `[start, end, type]` within a number of tokens, in any order; undefined if one is none. */
export function tokenSpans(written: unknown, tokens: number): Span[] | undefined {
  if (!Array.isArray(written)) return undefined;
  const spans = (written as unknown[]).map((one): Span | undefined => {
    const [start, end, type]: unknown[] = Array.isArray(one) ? one : [];
    const isSpan = isWhole(start) && isWhole(end) && start >= 0 && start < end && end <= tokens;
    return isSpan && typeof type === 'string' && type.trim() !== '' ? { start, end, type } : undefined;
  });
  return spans.every((span) => span !== undefined) ? spans : undefined;
}

export const UNUSED_REFUSALS =
  'The refused spans of this sentence are damaged, or another program has changed its tokens: they were not used.';

/** The refused spans of a sentence of a corpus. Damaged ones are a problem. */
export function readRefused(
  record: JsonObject,
  tokens: readonly string[],
  { line, problems }: { line: number; problems: ProblemLog },
): Pick<RawSentence, 'refused'> {
  const refused = refusedSpans(record, tokens.length);
  if (refused === undefined)
    problems.add({ line, severity: 'warning', kind: 'spans', message: UNUSED_REFUSALS, excerpt: tokens.join(' ') });
  return refused === undefined || refused.length === 0 ? {} : { refused };
}
