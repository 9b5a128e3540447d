import type { TokenSentences } from './record.ts';

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
    if (this.#emptyIfExclusive > 0) return 'inclusive';
    if (this.#beyondIfInclusive > 0) return 'exclusive';
    if (this.#convention !== undefined) return this.#convention;
    return this.#spans >= MIN_SPANS && this.#singleIfExclusive > 0 ? 'exclusive' : undefined;
  }
}
