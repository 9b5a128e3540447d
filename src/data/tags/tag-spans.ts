import { assert } from '../../lib/assert.ts';
import type { Span, TagStyle } from '../corpus.ts';
import { formatTag, isLegalTransition, OUTSIDE, parseTag, type ParsedTag } from './tag-style.ts';

export interface TagReading {
  /** In order, not overlapping. */
  spans: Span[];
  /**
   * Ascending indices of the tokens whose tag the scheme does not allow after the tag before it. An index of T means that the
   * sentence ends within a span.
   */
  invalid: number[];
}

/** Reads tag sequences of one style. Caches parsed tags. */
export class TagReader {
  readonly style: TagStyle;
  readonly #parsed = new Map<string, ParsedTag | undefined>();

  constructor(style: TagStyle) {
    this.style = style;
  }

  /** Undefined if the tag is not spelled in this style. */
  parse(tag: string): ParsedTag | undefined {
    const known = this.#parsed.get(tag);
    if (known !== undefined || this.#parsed.has(tag)) return known;
    const parsed = parseTag(this.style, tag);
    this.#parsed.set(tag, parsed);
    return parsed;
  }

  /**
   * Reads spans from valid and invalid sequences as conlleval does (conlleval.pl of CoNLL-2000, `startOfChunk` and
   * `endOfChunk`), with one correction: conlleval joins `E-X B-X`; here E and S always end a span, and B and S always begin
   * one. Tags that are not spelled in this style count as outside. Without a scheme there are no spans.
   */
  read(tags: readonly string[]): TagReading {
    const spans: Span[] = [];
    const invalid: number[] = [];
    const { scheme } = this.style;
    if (scheme === 'none') return { spans, invalid };
    if (scheme === 'text') return { spans: textAsSpan(tags), invalid };
    let previous = OUTSIDE;
    let span: Span | undefined;
    for (let i = 0; i < tags.length; i++) {
      const parsed = this.parse(tags[i]!);
      const tag = parsed ?? OUTSIDE;
      if (parsed === undefined || !isLegalTransition(scheme, previous, tag)) invalid.push(i);
      if (tag.role === 'outside') {
        span = undefined;
      } else if (span === undefined || startsSpan(previous, tag)) {
        span = { start: i, end: i + 1, type: tag.type };
        spans.push(span);
      } else {
        span.end = i + 1;
      }
      previous = tag;
    }
    if (!isLegalTransition(scheme, previous, OUTSIDE)) invalid.push(tags.length);
    return { spans, invalid };
  }
}

/** Converts tags without a scheme to one span per token, so that they can be scored, drawn and written like entities. */
export function tagsAsSpans(tags: readonly string[]): Span[] {
  return tags.map((type, i) => ({ start: i, end: i + 1, type }));
}

/** The span of a text with a class, which all its tokens have. */
function textAsSpan([type = '', ...others]: readonly string[]): Span[] {
  return type === '' ? [] : [{ start: 0, end: 1 + others.length, type }];
}

/** Whether `to` begins a span after `from`. Neither is outside. */
function startsSpan(from: ParsedTag, to: ParsedTag): boolean {
  const { role } = to;
  return (
    role === 'begin' || role === 'single' || from.role === 'end' || from.role === 'single' || from.type !== to.type
  );
}

/**
 * Encodes spans as tags. IO merges adjacent spans of the same type.
 *
 * @param spans in order, not overlapping, within [0, length)
 * @param length T, the number of tokens
 * @returns [T]
 */
export function tagsOfSpans(style: TagStyle, spans: readonly Span[], length: number): string[] {
  assert(style.scheme !== 'none', () => 'tagsOfSpans: tags without a scheme have no spans');
  const tags = Array<string>(length).fill(style.letters.outside);
  let previous: Span | undefined;
  for (const [s, span] of spans.entries()) {
    const { start, end, type } = span;
    assert(
      start >= (previous?.end ?? 0) && start < end && end <= length,
      () => `tagsOfSpans: span [${start}, ${end}) overlaps the previous one or is not within ${length} tokens`,
    );
    const next = spans[s + 1];
    const adjoins =
      style.scheme === 'IOE1'
        ? next?.start === end && next.type === type
        : previous?.end === start && previous.type === type;
    for (let i = start; i < end; i++) {
      tags[i] = formatTag(style, { role: roleAt(style, i === start, i === end - 1, adjoins), type });
    }
    previous = span;
  }
  return tags;
}

/** @param adjoins whether a span of the same type is directly before it or, in IOE1, after it */
function roleAt({ scheme }: TagStyle, first: boolean, last: boolean, adjoins: boolean): ParsedTag['role'] {
  switch (scheme) {
    case 'none':
    case 'text':
    case 'IO':
      return 'inside';
    case 'IOB1':
      return first && adjoins ? 'begin' : 'inside';
    case 'BIO':
      return first ? 'begin' : 'inside';
    case 'IOE1':
      return last && adjoins ? 'end' : 'inside';
    case 'IOE2':
      return last ? 'end' : 'inside';
    case 'BIOES':
    case 'BMES':
      if (first) return last ? 'single' : 'begin';
      return last ? 'end' : 'inside';
    default:
      return scheme satisfies never;
  }
}

/** Re-encodes tags in another style. Returns them unchanged if either style has no scheme. */
export function convertTags(tags: readonly string[], from: TagReader, to: TagStyle): string[] {
  const bothHaveScheme = from.style.scheme !== 'none' && to.scheme !== 'none';
  return bothHaveScheme ? tagsOfSpans(to, from.read(tags).spans, tags.length) : [...tags];
}
