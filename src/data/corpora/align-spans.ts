import { prefixLength } from '../../lib/binary-search.ts';
import type { Problem, Span } from '../corpus.ts';
import { tagsOfSpans } from '../tags/tag-spans.ts';
import { standardStyle } from '../tags/tag-style.ts';
import { requireWithin } from '../files/limits.ts';
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

/** A problem with a span, and how it was handled. */
export type SpanProblem = Pick<Problem, 'severity' | 'message' | 'excerpt'>;

/** A span in tokens, and its origin in the text. */
interface LocatedSpan extends Span {
  /** The span in the text, in UTF-16 code units. */
  from: number;
  to: number;
  /** As written, for messages. */
  written: WrittenSpan;
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
 * @param report called with each problem of a span
 * @param options.sentences the tokens of each sentence, if they are known
 * @param options.areTokensCut whether tokens are split at the borders of spans, so that the spans stay as written
 */
export function alignSpans(
  text: string,
  spans: readonly WrittenSpan[],
  report: (problem: SpanProblem) => void,
  options: { sentences?: readonly TextToken[][]; areTokensCut?: boolean } = {},
): AlignedSentence[] {
  const converterOf = offsetConverters(text);
  const given = options.sentences ?? tokenize(text);
  const sentences = options.areTokensCut === true ? cutTokens(text, given, bordersOf(spans, converterOf)) : given;
  const tokens = sentences.flat();
  const located = spans.flatMap((span) => locate(text, tokens, span, converterOf(span.unit), report) ?? []);
  const kept = removeOverlaps(text, located, tokens.length, report).toSorted((a, b) => a.start - b.start);
  return splitTags(sentences, tagsOfSpans(STYLE, kept, tokens.length));
}

/** @throws StudioError BadInput if the text is too long, or has too many spans */
export function requireAlignable(file: string, text: string, spans: readonly WrittenSpan[] = []): void {
  requireWithin('textCharacters', text.length, file);
  requireWithin('spans', spans.length, file);
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
  report: (problem: SpanProblem) => void,
): LocatedSpan | undefined {
  const found = `${span.type} from ${span.start} to ${span.end}`;
  const [from, to] = [toUtf16(span.start), toUtf16(span.end)];
  if (from === undefined || to === undefined || from >= to) {
    const message = `Found ${found} in a text of ${length} ${span.unit}, expected 0 ≤ start < end ≤ ${length}; the span was skipped.`;
    report({ severity: 'error', message, excerpt: excerptAround(text, 0, text.length) });
    return undefined;
  }
  const { start, end } = tokensWithin(tokens, from, to);
  if (start >= end) {
    const message = `Found ${found}, which contains only white space; the span was skipped.`;
    report({ severity: 'error', message, excerpt: excerptAround(text, from, to) });
    return undefined;
  }
  const located = { start, end, type: span.type, from, to, written: span };
  const [widerFrom, widerTo] = [tokens[start]!.start, tokens[end - 1]!.end];
  if (widerFrom < from || widerTo > to) {
    const extended = quote(text, Math.min(from, widerFrom), Math.max(to, widerTo));
    const message = `Found ${describeSpan(text, located)}, which starts or ends inside a word; extended to ${extended}.`;
    report({ severity: 'warning', message, excerpt: excerptAround(text, from, to) });
  }
  return located;
}

/** The tokens `[start, end)` that have a part of the characters `[from, to)`; none if `start` is not less than `end`. */
export function tokensWithin(
  tokens: readonly TokenOffsets[],
  from: number,
  to: number,
): { start: number; end: number } {
  return {
    start: prefixLength(tokens, (token) => token.end <= from),
    end: prefixLength(tokens, (token) => token.start < to),
  };
}

/** Removes spans that overlap a longer one, or one of the same length that comes first in the file. */
function removeOverlaps(
  text: string,
  spans: readonly LocatedSpan[],
  tokens: number,
  report: (problem: SpanProblem) => void,
): LocatedSpan[] {
  const owners = Array.from<LocatedSpan | undefined>({ length: tokens });
  return spans
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .filter((span) => {
      // No span lies within a shorter one, so one that overlaps this one has its first or its last token.
      const owner = owners[span.start] ?? owners[span.end - 1];
      if (owner === undefined) {
        owners.fill(span, span.start, span.end);
        return true;
      }
      const isSame = owner.start === span.start && owner.end === span.end && owner.type === span.type;
      if (!isSame) {
        const message = `Skipped ${describeSpan(text, span)}, because it overlaps ${describeSpan(text, owner)}.`;
        report({ severity: 'warning', message, excerpt: excerptAround(text, span.from, span.to) });
      }
      return false;
    });
}

/** Assigns tags to the sentences' tokens; a sentence that begins inside a span continues the previous one. */
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
export interface OffsetConverter {
  /** To UTF-16 code units; undefined if the offset is not within the text. */
  toUtf16: (offset: number) => number | undefined;
  /** Length of the text in the file's unit. */
  length: number;
}

/** Converters for a text, created lazily. */
export function offsetConverters(text: string): (unit: OffsetUnit) => OffsetConverter {
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

function describeSpan(text: string, { from, to, written: { type, start, end } }: LocatedSpan): string {
  return `${type} from ${start} to ${end} (${quote(text, from, to)})`;
}

function quote(text: string, from: number, to: number): string {
  return `“${oneLine(text.slice(from, Math.min(to, from + MAX_QUOTE)))}${to - from > MAX_QUOTE ? '…' : ''}”`;
}

/** The beginning of a span, with the text around it. */
function excerptAround(text: string, from: number, to: number): string {
  return oneLine(text.slice(Math.max(0, from - CONTEXT), Math.min(to, from + MAX_QUOTE) + CONTEXT));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
