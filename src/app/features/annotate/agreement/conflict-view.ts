import {
  isDecided,
  withTokens,
  resolvedSpans,
  type Conflict,
  type Decisions,
} from '../../../../annotation/agreement/adjudication.ts';
import { overlaps } from '../../../../annotation/spans/spans.ts';
import type { Span } from '../../../../data/corpus.ts';
import { wordsOf, type ShownSentence } from '../spans/segments.ts';
import type { ComparedAnnotations } from './store.ts';

/** Tokens shown on either side of a difference. */
const AROUND = 24;

/** A conflict in its sentence, with both sides and the decision. */
export interface ConflictView {
  file: string;
  line: number;
  /** The words that are annotated differently: a sentence may have several differences. */
  words: string;
  sides: readonly [ShownSentence, ShownSentence];
  result: ShownSentence;
  /** The whole sentence, for editing. */
  whole: ShownSentence;
  /** The decision; undefined: none yet. */
  decision: 'first' | 'second' | 'edited' | undefined;
}

export function conflictView(compared: ComparedAnnotations, conflict: Conflict, decisions: Decisions): ConflictView {
  const pair = compared.pairs[conflict.sentence]!;
  const whole = withTokens(compared.sentences[0][pair.first]!, pair);
  const here = compared.conflicts.filter(({ sentence }) => sentence === conflict.sentence);
  const from = Math.max(0, conflict.start - AROUND);
  const to = Math.min(whole.tokens.length, conflict.end + AROUND);
  const part = (spans: readonly Span[]) => excerpt({ ...whole, spans }, from, to);
  const decision = decisions.edited.has(conflict.sentence) ? 'edited' : decisions.choices.get(conflict.id);
  return {
    file: whole.source.file,
    line: whole.source.line,
    words: wordsOf(whole, conflict),
    sides: [part(pair.spans[0]), part(pair.spans[1])],
    result: part(resolvedSpans(pair, here, decisions)),
    whole,
    decision,
  };
}

/** A token range of a sentence, as a sentence. */
export function excerpt({ text, tokens, offsets, spans }: ShownSentence, from: number, to: number): ShownSentence {
  if (from === 0 && to === tokens.length) return { text, tokens, offsets, spans };
  const [before, after] = [from > 0 ? '… ' : '', to < tokens.length ? ' …' : ''];
  const start = offsets[from]!.start;
  const move = before.length - start;
  return {
    text: `${before}${text.slice(start, offsets[to - 1]!.end)}${after}`,
    tokens: tokens.slice(from, to),
    offsets: offsets.slice(from, to).map((token) => ({ start: token.start + move, end: token.end + move })),
    spans: spans
      .filter((span) => overlaps(span, { start: from, end: to }))
      .map(({ start: first, end, type }) => ({ start: Math.max(first, from) - from, end: Math.min(end, to) - from, type })), // prettier-ignore
  };
}

export function decidedCount({ conflicts }: ComparedAnnotations, decisions: Decisions): number {
  return conflicts.reduce((count, conflict) => count + (isDecided(conflict, decisions) ? 1 : 0), 0);
}
