import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import type { OffsetUnit, TokenSentences, WrittenSpan } from './record.ts';

export type SpanEnds = 'inclusive' | 'exclusive';

/** Fewer spans may all have several tokens by chance. */
const MIN_SPANS = 10;

/** Collects what the spans of a file tell about their ends: the last token, or the one after it. */
export class SpanEndsEvidence {
  #convention: SpanEnds | undefined;
  #emptyIfExclusive = 0;
  #beyondIfInclusive = 0;
  #singleIfExclusive = 0;
  #spans = 0;

  get hasSpans(): boolean {
    return this.#spans > 0;
  }

  add({ sentences, areEndsInclusive }: TokenSentences): void {
    if (areEndsInclusive !== undefined) this.#convention = areEndsInclusive ? 'inclusive' : 'exclusive';
    for (const { tokens, spans = [] } of sentences) {
      for (const { start, end } of spans) {
        this.#spans++;
        if (start === end) this.#emptyIfExclusive++;
        if (end === tokens.length) this.#beyondIfInclusive++;
        if (end === start + 1) this.#singleIfExclusive++;
      }
    }
  }

  /**
   * What the spans require, or else what this kind of record defines, or else what is likely: in a corpus, some entities have one token.
   * Undefined if nothing tells.
   */
  get ends(): SpanEnds | undefined {
    // One kind of these spans is damaged: the rarer one.
    if (this.#beyondIfInclusive > this.#emptyIfExclusive) return 'exclusive';
    if (this.#emptyIfExclusive > 0) return 'inclusive';
    if (this.#convention !== undefined) return this.#convention;
    return this.#spans >= MIN_SPANS && this.#singleIfExclusive > 0 ? 'exclusive' : undefined;
  }
}

/** Asked if `SpanEndsEvidence` tells nothing. */
export const ENDS_QUESTION: ReadingQuestion = {
  what: 'Is the end of a span its last token, or the one after it?',
  reason: 'The spans are counted in tokens, and none of them shows where they end.',
  options: [
    { label: 'the token after it (as in SpERT and spaCy)', settings: { spanEnds: 'exclusive' } },
    { label: 'its last token (as in GLiNER)', settings: { spanEnds: 'inclusive' } },
  ],
};

/** The spans of a text as a person says that they count. If the file repeats the text of a span, that decides. */
export function spansAsChosen(
  spans: readonly WrittenSpan[],
  { spanEnds, spansFrom = 0, offsets }: ChosenOffsets,
): readonly WrittenSpan[] {
  const after = spanEnds === 'inclusive' ? 1 : 0;
  if (!areOffsetsChosen({ spanEnds, spansFrom, offsets })) return spans;
  return spans.map((span) => {
    const { start, end, text, unit } = span;
    if (text !== undefined) return span;
    return {
      ...span,
      start: start - spansFrom,
      end: end + after - spansFrom,
      unit: offsets === undefined ? unit : UNITS[offsets],
    };
  });
}

export type ChosenOffsets = Pick<CorpusOptions, 'spanEnds' | 'spansFrom' | 'offsets'>;

/** Whether a person says that offsets count in another way than they seem to. */
export function areOffsetsChosen({ spanEnds, spansFrom = 0, offsets }: ChosenOffsets): boolean {
  return spanEnds === 'inclusive' || spansFrom !== 0 || offsets !== undefined;
}

const UNITS: Readonly<Record<NonNullable<CorpusOptions['offsets']>, OffsetUnit>> = {
  characters: 'code points',
  'utf-16': 'UTF-16 units',
  bytes: 'bytes',
  words: 'words',
};
