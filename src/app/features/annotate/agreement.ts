import {
  isDecided,
  withTokens,
  resolvedSpans,
  type Conflict,
  type Decisions,
} from '../../../annotation/adjudication.ts';
import type { NewSentence } from '../../../annotation/set.ts';
import { overlaps } from '../../../annotation/spans.ts';
import type { Span } from '../../../data/corpus.ts';
import { formatCount, formatCounted } from '../../format.ts';
import type { AnnotationSource, FoundAgreement } from '../../stores/agreement.ts';
import type { SetRecord } from '../../stores/annotation-sets.ts';
import type { Workspace } from '../../../workers/wire/payloads.ts';

/** Tokens shown on either side of a difference. */
const AROUND = 24;

/** The sources that can be compared: the sets of this browser, then the loaded files with tags. */
export function sourcesOf(
  sets: readonly SetRecord[],
  { files }: Pick<Workspace, 'files'>,
): { sets: AnnotationSource[]; loaded: AnnotationSource[] } {
  return {
    sets: sets.map(({ id, name }) => ({ kind: 'set', id, name })),
    loaded: files.map(({ id, name }) => ({ kind: 'loaded', id, name })),
  };
}

/** The drawn part of a sentence. */
export type DrawnSentence = Pick<NewSentence, 'text' | 'tokens' | 'offsets' | 'spans'>;

/** A conflict in its sentence, with both sides and the decision. */
export interface ConflictView {
  file: string;
  line: number;
  sides: readonly [DrawnSentence, DrawnSentence];
  result: DrawnSentence;
  /** The whole sentence, for editing. */
  whole: DrawnSentence;
  /** The decision; undefined: none yet. */
  decision: 'first' | 'second' | 'own' | undefined;
}

export function conflictView(found: FoundAgreement, conflict: Conflict, decisions: Decisions): ConflictView {
  const pair = found.pairs[conflict.sentence]!;
  const whole = withTokens(found.sentences[0][pair.first]!, pair);
  const here = found.conflicts.filter(({ sentence }) => sentence === conflict.sentence);
  const from = Math.max(0, conflict.start - AROUND);
  const to = Math.min(whole.tokens.length, conflict.end + AROUND);
  const part = (spans: readonly Span[]) => excerpt({ ...whole, spans }, from, to);
  const decision = decisions.own.has(conflict.sentence) ? 'own' : decisions.choices.get(conflict.id);
  return {
    file: whole.source.file,
    line: whole.source.line,
    sides: [part(pair.spans[0]), part(pair.spans[1])],
    result: part(resolvedSpans(pair, here, decisions)),
    whole,
    decision,
  };
}

/** A token range of a sentence, as a sentence. */
export function excerpt({ text, tokens, offsets, spans }: DrawnSentence, from: number, to: number): DrawnSentence {
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

export function decidedCount({ conflicts }: FoundAgreement, decisions: Decisions): number {
  return conflicts.reduce((count, conflict) => count + (isDecided(conflict, decisions) ? 1 : 0), 0);
}

/** `412 sentences are compared. Cohen's κ of the tokens is 0.81.` */
export function comparedInWords({ comparison: { sentences, kappa } }: FoundAgreement): string {
  const compared = `${formatCounted(sentences, 'sentence')} ${sentences === 1 ? 'is' : 'are'} compared.`;
  return kappa === undefined ? compared : `${compared} Cohen’s κ of the types of tokens is ${kappa.toFixed(2)}.`;
}

/** Number of sentences that are in both texts, but not annotated in at least one. */
export function leftOut({ alignment, compared }: FoundAgreement): number {
  return alignment.pairs.length - compared.length;
}

/** A sentence without a counterpart. */
export interface Unmatched {
  file: string;
  line: number;
  text: string;
}

/** Maximum number of listed sentences: if most sentences differ, the annotations are not of the same text. */
const LISTED = 200;

export function unmatched({ names, sentences, alignment }: FoundAgreement): { title: string; listed: Unmatched[] }[] {
  return [alignment.onlyFirst, alignment.onlySecond].flatMap((indices, side) => {
    if (indices.length === 0) return [];
    const listed = indices.slice(0, LISTED).map((index) => {
      const { source, text } = sentences[side]![index]!;
      return { file: source.file, line: source.line, text };
    });
    const first = indices.length > LISTED ? `, of which the first ${formatCount(LISTED)} are listed` : '';
    return [{ title: `${formatCounted(indices.length, 'sentence')} only in ${names[side]}${first}`, listed }];
  });
}
