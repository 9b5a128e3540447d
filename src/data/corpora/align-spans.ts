import { prefixLength } from '../../lib/binary-search.ts';
import { joined } from '../../lib/joined.ts';
import type { Problem, Span } from '../corpus.ts';
import { tagsOfSpans } from '../tags/tag-spans.ts';
import { standardStyle } from '../tags/tag-style.ts';
import { requireWithin } from '../files/limits.ts';
import { tokenize, type TextToken } from '../text/tokenizer.ts';
import type { TokenOffsets } from './json/entities.ts';
import { type OffsetConverter, offsetConverters } from './records/offsets.ts';
import type { OffsetUnit, WrittenSpan } from './records/record.ts';

/** All arrays [T]. */
export interface AlignedSentence {
  tokens: string[];
  /** BIO. */
  tags: string[];
  offsets: TokenOffsets[];
}

/** A problem with a span, and how it was handled. */
export interface SpanProblem extends Pick<Problem, 'severity' | 'message' | 'excerpt'> {
  /** Whether the span was dropped, or is not what the file says. */
  isLoss?: true;
}

/** A span in the text, in UTF-16 code units. */
export interface LocatedSpan {
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
 * Splits a text into sentences of tokens and encodes its spans as tags. Spans stay as written: a token is cut where one starts or ends
 * within it. Of overlapping spans, the longer one is kept. Sentences that share a span are joined.
 *
 * @param report called with each problem of a span
 * @param given the tokens of each sentence, if they are known
 * @param onSpan called with each span
 */
export function alignSpans(
  text: string,
  spans: readonly WrittenSpan[],
  report: (problem: SpanProblem) => void,
  given?: readonly (readonly TextToken[])[],
  onSpan?: (span: LocatedSpan) => void,
): AlignedSentence[] {
  const converterOf = offsetConverters(text);
  const located = spans
    .map((span) => locate(text, checkText(text, span, converterOf, report), converterOf, report))
    .filter((span) => span !== undefined);
  if (onSpan !== undefined) for (const span of located) onSpan(span);
  const kept = removeOverlaps(text, located, report);
  const uncut = given ?? tokenize(text);
  const whole = joined(uncut);
  const places = placesOf(kept, whole);
  if (kept.every(({ from, to }, i) => isWhole(whole, places[i]!, from, to)))
    return splitTags(uncut, tagsOfSpans(STYLE, places, whole.length));
  const sentences = cutTokens(
    text,
    uncut,
    kept.flatMap(({ from, to }) => [from, to]),
  );
  const tokens = joined(sentences);
  return splitTags(sentences, tagsOfSpans(STYLE, placesOf(kept, tokens), tokens.length));
}

/** Spans in tokens. */
function placesOf(spans: readonly LocatedSpan[], tokens: readonly TokenOffsets[]): Span[] {
  return spans.map(({ from, to, written: { type } }) => {
    const { start, end } = tokensWithin(tokens, from, to);
    return { start, end, type };
  });
}

/** Whether a span begins and ends with tokens. */
function isWhole(tokens: readonly TokenOffsets[], { start, end }: Span, from: number, to: number): boolean {
  return tokens[start]?.start === from && tokens[end - 1]?.end === to;
}

/**
 * If a file repeats the text of a span, its offsets must give that text: from 0 or 1, exclusive or inclusive, in code points,
 * UTF-16 code units, bytes or words. Otherwise the span is reported, and read by its offsets.
 */
function checkText(
  text: string,
  span: WrittenSpan,
  converterOf: (unit: OffsetUnit) => OffsetConverter,
  report: (problem: SpanProblem) => void,
): WrittenSpan {
  const { text: own, start, end, unit } = span;
  if (own === undefined || own === '') return span;
  const sliceOf = (start: number, end: number, unit: OffsetUnit) => {
    const { toUtf16 } = converterOf(unit);
    const [from, to] = [toUtf16(start), toUtf16(end)];
    if (from === undefined || to === undefined) return undefined;
    return unit === 'words' ? text.slice(from, to).trimEnd() : text.slice(from, to);
  };
  for (const tried of TRIED[unit]) {
    for (const [first, last] of [
      [start, end],
      [start, end + 1],
      [start - 1, end],
      [start - 1, end - 1],
    ] as const) {
      if (sliceOf(first, last, tried) === own) return { ...span, start: first, end: last, unit: tried };
    }
  }
  const found = sliceOf(start, end, unit);
  if (found === undefined || sameWords(found, own)) return span; // outside the text: reported later
  const message = `Found ${span.type} from ${start} to ${end}, which is ${quote(found, 0, found.length)} in the text, but ${quote(own, 0, own.length)} according to the file; read by its offsets.`;
  report({ severity: 'warning', message, excerpt: excerptAround(text, 0, text.length), isLoss: true });
  return span;
}

/** What offsets may count where a file repeats the texts of spans, the likeliest first. */
const TRIED: Readonly<Record<OffsetUnit, readonly OffsetUnit[]>> = {
  'code points': ['code points', 'UTF-16 units', 'bytes', 'words'],
  'UTF-16 units': ['UTF-16 units', 'code points', 'bytes', 'words'],
  bytes: ['bytes', 'code points', 'UTF-16 units', 'words'],
  words: ['words'],
};

/** Whether texts differ only in white space and case. */
function sameWords(a: string, b: string): boolean {
  return a.replace(/\s+/g, '').toLowerCase() === b.replace(/\s+/g, '').toLowerCase();
}

/** @throws StudioError BadInput if the text is too long, or has too many spans */
export function requireAlignable(file: string, text: string, spans: readonly WrittenSpan[] = []): void {
  requireWithin('textCharacters', text.length, file);
  requireWithin('spans', spans.length, file);
}

/** Cuts tokens at borders within them. */
function cutTokens(
  text: string,
  sentences: readonly (readonly TextToken[])[],
  borders: readonly number[],
): readonly (readonly TextToken[])[] {
  const whole = joined(sentences);
  const isInside = (border: number) => {
    const token = whole[prefixLength(whole, ({ end }) => end <= border)];
    return token !== undefined && token.start < border;
  };
  const ascending = borders.filter(isInside).toSorted((a, b) => a - b);
  if (ascending.length === 0) return sentences;
  let next = 0;
  return sentences.map((tokens) =>
    tokens.flatMap((token): TextToken | TextToken[] => {
      while (next < ascending.length && ascending[next]! <= token.start) next++;
      if (next === ascending.length || ascending[next]! >= token.end) return token;
      const parts: TextToken[] = [];
      for (let from = token.start; from < token.end;) {
        while (next < ascending.length && ascending[next]! <= from) next++;
        const to = Math.min(token.end, ascending[next] ?? token.end);
        parts.push({ text: text.slice(from, to), start: from, end: to });
        from = to;
      }
      return parts;
    }),
  );
}

/** The place of a span, without the white space around it; undefined, with a problem, if it has none. */
function locate(
  text: string,
  span: WrittenSpan,
  converterOf: (unit: OffsetUnit) => OffsetConverter,
  report: (problem: SpanProblem) => void,
): LocatedSpan | undefined {
  const found = () => `${span.type} from ${span.start} to ${span.end}`;
  const { toUtf16, length } = converterOf(span.unit);
  const [from, to] = [toUtf16(span.start), toUtf16(span.end)];
  if (from === undefined || to === undefined || from >= to) {
    const message = `Found ${found()} in a text of ${length} ${span.unit}, expected 0 ≤ start < end ≤ ${length}; the span was skipped.`;
    report({ severity: 'error', message, excerpt: excerptAround(text, 0, text.length), isLoss: true });
    return undefined;
  }
  const inside = text.slice(from, to);
  if (inside.trim() === '') {
    const message = `Found ${found()}, which contains only white space; the span was skipped.`;
    report({ severity: 'error', message, excerpt: excerptAround(text, from, to), isLoss: true });
    return undefined;
  }
  const start = from + inside.length - inside.trimStart().length;
  return { from: start, to: from + inside.trimEnd().length, written: span };
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

/** The spans in order, without those that overlap a longer one, or one of the same length that comes first in the file. */
function removeOverlaps(
  text: string,
  spans: readonly LocatedSpan[],
  report: (problem: SpanProblem) => void,
): LocatedSpan[] {
  const ascending = spans.toSorted((a, b) => a.from - b.from);
  if (ascending.every((span, i) => i === 0 || ascending[i - 1]!.to <= span.from)) return ascending;
  const owners = Array.from<LocatedSpan | undefined>({ length: text.length });
  return spans
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .filter((span) => {
      // No span lies within a shorter one, so one that overlaps this one has its first or its last character.
      const owner = owners[span.from] ?? owners[span.to - 1];
      if (owner === undefined) {
        owners.fill(span, span.from, span.to);
        return true;
      }
      const isSame = owner.from === span.from && owner.to === span.to && owner.written.type === span.written.type;
      if (!isSame) {
        const message = `Skipped ${describeSpan(text, span)}, because it overlaps ${describeSpan(text, owner)}.`;
        report({ severity: 'warning', message, excerpt: excerptAround(text, span.from, span.to) });
      }
      return false;
    })
    .toSorted((a, b) => a.from - b.from);
}

/** Assigns tags to the sentences' tokens; a sentence that begins inside a span continues the previous one. */
function splitTags(sentences: readonly (readonly TextToken[])[], tags: readonly string[]): AlignedSentence[] {
  const aligned: AlignedSentence[] = [];
  let first = 0;
  for (const tokens of sentences) {
    const continues = tags[first]!.startsWith(STYLE.letters.inside);
    if (!continues) aligned.push({ tokens: [], tags: [], offsets: [] });
    const sentence = aligned.at(-1)!;
    for (const { text, start, end } of tokens) {
      sentence.tokens.push(text);
      sentence.tags.push(tags[first++]!);
      sentence.offsets.push({ start, end });
    }
  }
  return aligned;
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
