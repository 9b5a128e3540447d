import { spanProbability, type Lattice } from '../crf/decode.ts';
import type { Span, TagStyle } from '../data/corpus.ts';
import { tagsOfSpans } from '../data/tags/tag-spans.ts';
import { formatTag } from '../data/tags/tag-style.ts';
import { trainingStyle, type ModelTags } from '../data/tags/training-tags.ts';

/** Computes the probability of any span of a sentence. */
export class SpanScorer {
  readonly #style: TagStyle;
  readonly #ids: ReadonlyMap<string, number>;

  constructor({ config, style, vocabulary }: ModelTags) {
    this.#style = trainingStyle(config, style);
    this.#ids = new Map(vocabulary.tags.map((tag, id) => [tag, id]));
  }

  /**
   * The probability that exactly these tokens are an entity of this type; 0 if the model does not have the type.
   *
   * In BIOES the tags of a span mark its end; in BIO the probability that the span continues has to be subtracted.
   *
   * @param path its tags; default: the tags of the scheme. Models that may violate the scheme also have other encodings.
   */
  probability(lattice: Lattice, span: Span, path: ArrayLike<number> = this.#tagsOf(span)): number {
    const { start, end, type } = span;
    if (path.length < end - start) return 0;
    const probability = spanProbability(lattice, start, path);
    if (this.#style.scheme !== 'BIO') return probability;
    const inside = this.#ids.get(formatTag(this.#style, { role: 'inside', type }));
    const isAtEnd = end === lattice.emissions.length / lattice.crf.start.length;
    if (inside === undefined || isAtEnd) return probability;
    const continued = spanProbability(lattice, start, [...Array.from(path), inside]);
    return Math.max(0, probability - continued); // rounding may make it negative
  }

  /** The probability that none of these tokens is in an entity. */
  outside(lattice: Lattice, { start, end }: Pick<Span, 'start' | 'end'>): number {
    const outside = this.#ids.get(this.#style.letters.outside);
    if (outside === undefined) return 0;
    return spanProbability(lattice, start, new Int32Array(end - start).fill(outside));
  }

  /** Tag ids of the span; fewer than its tokens if the model does not have its type. */
  #tagsOf({ start, end, type }: Span): number[] {
    const tags = tagsOfSpans(this.#style, [{ start: 0, end: end - start, type }], end - start);
    return tags.map((tag) => this.#ids.get(tag)).filter((id) => id !== undefined);
  }
}
