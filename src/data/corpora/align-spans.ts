import type { Problem, Span } from '../corpus.ts';
import { tagsOfSpans } from '../tags/tag-spans.ts';
import { standardStyle } from '../tags/tag-style.ts';
import { tokenize, type TextToken } from '../text/tokenizer.ts';
import type { OffsetUnit, WrittenSpan } from './annotated-text.ts';
import type { TokenOffsets } from './json-entities.ts';

/** All arrays [T]. */
export interface AlignedSentence {
  tokens: string[];
  /** BIO. */
  tags: string[];
  offsets: TokenOffsets[];
}

/** What is wrong with a span, and how it was handled. */
export type SpanProblem = Pick<Problem, 'severity' | 'message' | 'excerpt'>;

/** A span in tokens, and its origin in the text. */
interface LocatedSpan extends Span {
  /** UTF-16 code units. */
  length: number;
  /** For messages. */
  description: string;
  excerpt: string;
}

const STYLE = standardStyle('BIO');
/** Characters around the span in a problem's excerpt. */
const CONTEXT = 40;
/** Longest quotation in a message, in characters. */
const MAX_QUOTE = 60;

/**
 * Splits a text into sentences of tokens and encodes its spans as tags. A span that starts or ends inside a token is extended
 * to the whole token, unless tokens are cut. Of overlapping spans, the longer one is kept. Sentences that share a span are joined.
 *
 * @param options.sentences the tokens of each sentence, if they are known
 * @param options.areTokensCut at the borders of spans, so that spans stay as they are written
 */
export function alignSpans(
  text: string,
  spans: readonly WrittenSpan[],
  options: { sentences?: readonly TextToken[][]; areTokensCut?: boolean } = {},
): { sentences: AlignedSentence[]; problems: SpanProblem[] } {
  const problems: SpanProblem[] = [];
  const converterOf = offsetConverters(text);
  const given = options.sentences ?? tokenize(text);
  const sentences = options.areTokensCut === true ? cutTokens(text, given, bordersOf(spans, converterOf)) : given;
  const tokens = sentences.flat();
  const located = spans.flatMap((span) => locate(text, tokens, span, converterOf(span.unit), problems) ?? []);
  const kept = removeOverlaps(located, tokens.length, problems).toSorted((a, b) => a.start - b.start);
  return { sentences: splitTags(sentences, tagsOfSpans(STYLE, kept, tokens.length)), problems };
}

/** UTF-16 offsets at which spans start and end. */
function bordersOf(spans: readonly WrittenSpan[], converterOf: (unit: OffsetUnit) => OffsetConverter): Set<number> {
  return new Set(
    spans.flatMap(({ start, end, unit }) => [start, end].flatMap((offset) => converterOf(unit).toUtf16(offset) ?? [])),
  );
}

/** Cuts tokens at borders within them. */
function cutTokens(text: string, sentences: readonly TextToken[][], borders: ReadonlySet<number>): TextToken[][] {
  const cut = ({ start, end }: TextToken): TextToken[] => {
    const inside: number[] = [];
    for (let at = start + 1; at < end; at++) if (borders.has(at)) inside.push(at);
    return [start, ...inside].map((from, i) => {
      const to = inside[i] ?? end;
      return { text: text.slice(from, to), start: from, end: to };
    });
  };
  return sentences.map((tokens) => tokens.flatMap(cut));
}

/** Finds the tokens that overlap with a span; undefined, with a problem, if there are none. */
function locate(
  text: string,
  tokens: readonly TextToken[],
  span: WrittenSpan,
  { toUtf16, length }: OffsetConverter,
  problems: SpanProblem[],
): LocatedSpan | undefined {
  const found = `${span.type} from ${span.start} to ${span.end}`;
  const [from, to] = [toUtf16(span.start), toUtf16(span.end)];
  if (from === undefined || to === undefined || from >= to) {
    const message = `Found ${found} in a text of ${length} ${span.unit}, expected 0 ≤ start < end ≤ ${length}; the span was skipped.`;
    problems.push({ severity: 'error', message, excerpt: oneLine(text) });
    return undefined;
  }
  const excerpt = oneLine(text.slice(Math.max(0, from - CONTEXT), to + CONTEXT));
  const start = countWhile(tokens, (token) => token.end <= from);
  const end = countWhile(tokens, (token) => token.start < to);
  if (start >= end) {
    const message = `Found ${found}, which contains only white space; the span was skipped.`;
    problems.push({ severity: 'error', message, excerpt });
    return undefined;
  }
  const description = `${found} (${quote(text.slice(from, to))})`;
  const [widerFrom, widerTo] = [tokens[start]!.start, tokens[end - 1]!.end];
  if (widerFrom < from || widerTo > to) {
    const message = `Found ${description}, which starts or ends inside a word; extended to ${quote(text.slice(Math.min(from, widerFrom), Math.max(to, widerTo)))}.`;
    problems.push({ severity: 'warning', message, excerpt });
  }
  return { start, end, type: span.type, length: to - from, description, excerpt };
}

/** Removes spans that overlap a longer one, or one of the same length that comes first in the file. */
function removeOverlaps(spans: readonly LocatedSpan[], tokens: number, problems: SpanProblem[]): LocatedSpan[] {
  const owners = Array.from<LocatedSpan | undefined>({ length: tokens });
  return spans
    .toSorted((a, b) => b.length - a.length)
    .filter((span) => {
      const owner = owners.slice(span.start, span.end).find((other) => other !== undefined);
      if (owner === undefined) {
        owners.fill(span, span.start, span.end);
        return true;
      }
      const isSame = owner.start === span.start && owner.end === span.end && owner.type === span.type;
      if (!isSame) {
        const message = `Skipped ${span.description}, because it overlaps ${owner.description}.`;
        problems.push({ severity: 'warning', message, excerpt: span.excerpt });
      }
      return false;
    });
}

/** Assigns tags to the sentences' tokens; a sentence that begins inside a span continues the one before. */
function splitTags(sentences: readonly TextToken[][], tags: readonly string[]): AlignedSentence[] {
  const aligned: AlignedSentence[] = [];
  let first = 0;
  for (const tokens of sentences) {
    const continues = tags[first]!.startsWith(STYLE.letters.inside);
    if (!continues) aligned.push({ tokens: [], tags: [], offsets: [] });
    const sentence = aligned.at(-1)!;
    for (const [i, { text, start, end }] of tokens.entries()) {
      sentence.tokens.push(text);
      sentence.tags.push(tags[first + i]!);
      sentence.offsets.push({ start, end });
    }
    first += tokens.length;
  }
  return aligned;
}

/** Converts offsets from the unit of the file. */
interface OffsetConverter {
  /** To UTF-16 code units; undefined if the offset is not within the text. */
  toUtf16: (offset: number) => number | undefined;
  /** Length of the text in the file's unit. */
  length: number;
}

function offsetConverters(text: string): (unit: OffsetUnit) => OffsetConverter {
  const { length } = text;
  const units: OffsetConverter = {
    toUtf16: (offset) => (offset >= 0 && offset <= length ? offset : undefined),
    length,
  };
  let points: OffsetConverter | undefined;
  return (unit) =>
    unit === 'UTF-16 units' ? units : (points ??= /[\ud800-\udbff]/.test(text) ? codePointConverter(text) : units);
}

function codePointConverter(text: string): OffsetConverter {
  const starts: number[] = [];
  let start = 0;
  for (const character of text) {
    starts.push(start);
    start += character.length;
  }
  starts.push(start);
  return { toUtf16: (offset) => starts[offset], length: starts.length - 1 };
}

/** Length of the longest prefix of tokens that satisfy a condition. Binary search: none after the prefix may satisfy it. */
function countWhile(tokens: readonly TextToken[], holds: (token: TextToken) => boolean): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(tokens[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function quote(text: string): string {
  return `“${oneLine(text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text)}”`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
