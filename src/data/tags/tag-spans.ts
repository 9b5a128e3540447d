import { assert } from '../../lib/assert.ts';
import type { Span, TagStyle } from '../corpus.ts';
import { formatTag, isLegalTransition, OUTSIDE, parseTag, type ParsedTag } from './tag-style.ts';

export interface TagReading {
  /** In order; none overlap. */
  spans: Span[];
  /** Tokens whose tag breaks the scheme where it stands, ascending; the number of tokens: a span is cut off by the end. */
  broken: number[];
}

/** Reads tag sequences of one style; each distinct tag is parsed once. */
export class TagReader {
  readonly style: TagStyle;
  private readonly parsed = new Map<string, ParsedTag | undefined>();

  constructor(style: TagStyle) {
    this.style = style;
  }

  /** Undefined where the tag is not spelled in this style. */
  parse(tag: string): ParsedTag | undefined {
    const known = this.parsed.get(tag);
    if (known !== undefined || this.parsed.has(tag)) return known;
    const parsed = parseTag(this.style, tag);
    this.parsed.set(tag, parsed);
    return parsed;
  }

  /**
   * The spans as conlleval reads them (conlleval.pl of CoNLL-2000, `startOfChunk` and `endOfChunk`), for valid and broken
   * sequences alike, with one correction: conlleval joins `E-X B-X`, here E and S always end a span and B and S always begin
   * one. Tags of another spelling are outside. Without a scheme there are no spans.
   */
  read(tags: readonly string[]): TagReading {
    const spans: Span[] = [];
    const broken: number[] = [];
    const { scheme } = this.style;
    if (scheme === 'none') return { spans, broken };
    let previous = OUTSIDE;
    let span: Span | undefined;
    for (let i = 0; i < tags.length; i++) {
      const parsed = this.parse(tags[i]!);
      const tag = parsed ?? OUTSIDE;
      if (parsed === undefined || !isLegalTransition(scheme, previous, tag)) broken.push(i);
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
    if (!isLegalTransition(scheme, previous, OUTSIDE)) broken.push(tags.length);
    return { spans, broken };
  }
}

/** @param from, to tags of spans, not outside */
function startsSpan(from: ParsedTag, to: ParsedTag): boolean {
  const { role } = to;
  return (
    role === 'begin' || role === 'single' || from.role === 'end' || from.role === 'single' || from.type !== to.type
  );
}

/**
 * The tags of a sentence, [T]. IO cannot keep neighbouring spans of one type apart.
 *
 * @param spans in order, none overlapping, within [0, length)
 */
export function tagsOfSpans(style: TagStyle, spans: readonly Span[], length: number): string[] {
  assert(style.scheme !== 'none', () => 'tagsOfSpans: tags without a scheme have no spans');
  const tags = Array.from({ length }, () => style.letters.outside);
  let previous: Span | undefined;
  for (const span of spans) {
    const { start, end, type } = span;
    assert(
      start >= (previous?.end ?? 0) && start < end && end <= length,
      () => `tagsOfSpans: no span [${start}, ${end}) of ${length} tokens here`,
    );
    const adjoins = previous?.end === start && previous.type === type;
    for (let i = start; i < end; i++) {
      tags[i] = formatTag(style, { role: roleAt(style, i === start, i === end - 1, adjoins), type });
    }
    previous = span;
  }
  return tags;
}

function roleAt({ scheme }: TagStyle, first: boolean, last: boolean, adjoins: boolean): ParsedTag['role'] {
  switch (scheme) {
    case 'none':
    case 'IO':
      return 'inside';
    case 'IOB1':
      return first && adjoins ? 'begin' : 'inside';
    case 'BIO':
      return first ? 'begin' : 'inside';
    case 'BIOES':
    case 'BMES':
      if (first) return last ? 'single' : 'begin';
      return last ? 'end' : 'inside';
    default:
      return scheme satisfies never;
  }
}

/** The same spans in another style. Without a scheme on either side the tags stay as they are. */
export function convertTags(tags: readonly string[], from: TagReader, to: TagStyle): string[] {
  const bothHaveScheme = from.style.scheme !== 'none' && to.scheme !== 'none';
  return bothHaveScheme ? tagsOfSpans(to, from.read(tags).spans, tags.length) : [...tags];
}
