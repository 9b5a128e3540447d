import { tagKind, type Sentence, type Span, type TagStyle } from '../corpus.ts';
import { TagReader, tagsOfSpans } from './tag-spans.ts';
import { OUTSIDE, parseTag } from './tag-style.ts';
import { trainingTags } from './training-tags.ts';

// What the annotation of a sentence leaves open. A span that is annotated is known: its tokens, its type, and that it ends there.

/** [K] 1 for each tag that a token may have; the same array for equal sets. */
export type TagSet = Uint8Array;

/** The sets of tags that the tokens of partly annotated sentences may have, for the tags of a model. */
export class TagSets {
  /** Of each tag: its type, whether it continues a span, and whether it is O. */
  readonly #tags: readonly { type: string; continues: boolean; isOutside: boolean }[];
  readonly #hasOutside: boolean;
  readonly #sets = new Map<string, TagSet>();

  /** @param style see `trainingStyle` */
  constructor(tags: readonly string[], style: TagStyle) {
    this.#hasOutside = tagKind(style) === 'entities';
    this.#tags = tags.map((tag) => {
      if (!this.#hasOutside) return { type: tag, continues: false, isOutside: false };
      const { role, type } = parseTag(style, tag) ?? OUTSIDE;
      return { type, continues: role === 'inside' || role === 'end', isOutside: role === 'outside' };
    });
  }

  /**
   * The tags that each token may have: undefined for tokens whose tag is known, and if all are known. A token may always have its tag of
   * `trainingTags`, and these form a legal path.
   */
  of({ tokens, spans, unknown }: Sentence): (TagSet | undefined)[] | undefined {
    if (unknown === undefined) return undefined;
    const { refused = [] } = unknown;
    // [T] the types that are annotated there; undefined: all
    const annotated: (readonly string[] | undefined)[] = tokens.map(() =>
      this.#hasOutside ? unknown.types : undefined,
    );
    for (const t of unknown.tokens)
      annotated[t] = refused.filter(({ start, end }) => start <= t && t < end).map(({ type }) => type);
    for (const { start, end } of spans) annotated.fill(undefined, start, end);
    const ends = new Set(spans.map(({ end }) => end)); // no other span is joined to a known one
    const sets = annotated.map((types, t) => (types === undefined ? undefined : this.#allBut(types, ends.has(t))));
    return sets.every((set) => set === undefined) ? undefined : sets;
  }

  /** O, and the tags of all types but the annotated ones; undefined if these are all types. */
  #allBut(annotated: readonly string[], isAfterSpan: boolean): TagSet | undefined {
    const key = JSON.stringify([annotated, isAfterSpan]);
    let set = this.#sets.get(key);
    if (set === undefined) {
      set = Uint8Array.from(this.#tags, ({ type, continues, isOutside }) =>
        Number(isOutside || (!annotated.includes(type) && !(continues && isAfterSpan))),
      );
      this.#sets.set(key, set);
    }
    return set.reduce((sum, one) => sum + one, 0) > Number(this.#hasOutside) ? set : undefined;
  }
}

/**
 * The gold and the predicted tags of a sentence that are compared: without spans of types that its file does not annotate, and without
 * predictions where nothing is known.
 *
 * @param predicted [T] in the training style
 * @param style see `trainingStyle`
 */
export function comparedTags(
  sentence: Sentence,
  predicted: readonly string[],
  style: TagStyle,
): { gold: readonly string[]; predicted: readonly string[] } {
  const { unknown, spans } = sentence;
  const gold = trainingTags(sentence, style);
  if (unknown === undefined) return { gold, predicted };
  if (style.scheme === 'none') {
    return { gold, predicted: predicted.map((tag, t) => (unknown.tokens.includes(t) ? gold[t]! : tag)) };
  }
  const isAnnotated = ({ type }: Span) => unknown.types?.includes(type) ?? true;
  const isKnown = ({ start, end }: Span) => unknown.tokens.every((t) => t < start || t >= end);
  const found = new TagReader(style).read(predicted).spans.filter((span) => isAnnotated(span) && isKnown(span));
  const tagsOf = (some: readonly Span[]) => tagsOfSpans(style, some, gold.length);
  return { gold: tagsOf(spans.filter(isAnnotated)), predicted: tagsOf(found) };
}
