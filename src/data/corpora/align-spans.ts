import type { Problem, Span } from '../corpus.ts';
import { tagsOfSpans } from '../tags/tag-spans.ts';
import { standardStyle } from '../tags/tag-style.ts';
import { tokenize, type TypedToken } from '../text/tokenizer.ts';
import type { OffsetUnit, WrittenSpan } from './annotated-text.ts';
import type { TokenOffsets } from './json-entities.ts';

export interface AlignedSentence {
  tokens: string[];
  /** BIO. */
  tags: string[];
  offsets: TokenOffsets[];
}

/** What was wrong with a span, and what was done. */
export type SpanFault = Pick<Problem, 'severity' | 'message' | 'excerpt'>;

/** Tokens [start, end), and the span that they were found for. */
interface Located extends Span {
  /** In UTF-16 code units. */
  length: number;
  name: string;
  excerpt: string;
}

const STYLE = standardStyle('BIO');
/** Characters of the text that a fault shows before and behind its span. */
const CONTEXT = 40;
/** Longest text of a span in a message, in characters. */
const QUOTED = 60;

/**
 * Cuts a text into sentences of tokens, and writes its spans as their tags. A span that ends within a token gets all of it;
 * of spans that overlap the longer is kept; sentences that a span runs across are one.
 */
export function alignSpans(
  text: string,
  spans: readonly WrittenSpan[],
): { sentences: AlignedSentence[]; faults: SpanFault[] } {
  const faults: SpanFault[] = [];
  const sentences = tokenize(text);
  const tokens = sentences.flat();
  const offsetsOf = offsetReader(text);
  const located = spans.flatMap((span) => locate(text, tokens, span, offsetsOf(span.unit), faults) ?? []);
  const kept = longestFirst(located, tokens.length, faults).toSorted((a, b) => a.start - b.start);
  return { sentences: cut(sentences, tagsOfSpans(STYLE, kept, tokens.length)), faults };
}

/** The tokens that a span touches; undefined where there are none. */
function locate(
  text: string,
  tokens: readonly TypedToken[],
  span: WrittenSpan,
  { at, length }: Offsets,
  faults: SpanFault[],
): Located | undefined {
  const found = `${span.type} from ${span.start} to ${span.end}`;
  const [from, to] = [at(span.start), at(span.end)];
  if (from === undefined || to === undefined || from >= to) {
    const message = `Found ${found} in a text of ${length} ${span.unit}, expected 0 ≤ start < end ≤ ${length}; the span is left out.`;
    faults.push({ severity: 'error', message, excerpt: oneLine(text) });
    return undefined;
  }
  const excerpt = oneLine(text.slice(Math.max(0, from - CONTEXT), to + CONTEXT));
  const start = countWhile(tokens, (token) => token.end <= from);
  const end = countWhile(tokens, (token) => token.start < to);
  if (start >= end) {
    const message = `Found ${found}, where the text has nothing but white space; the span is left out.`;
    faults.push({ severity: 'error', message, excerpt });
    return undefined;
  }
  const name = `${found} (${quote(text.slice(from, to))})`;
  const [widerFrom, widerTo] = [tokens[start]!.start, tokens[end - 1]!.end];
  if (widerFrom < from || widerTo > to) {
    const message = `Found ${name}, which begins or ends within a word; read as ${quote(text.slice(Math.min(from, widerFrom), Math.max(to, widerTo)))}.`;
    faults.push({ severity: 'warning', message, excerpt });
  }
  return { start, end, type: span.type, length: to - from, name, excerpt };
}

/** Those that overlap none that is longer, or as long and before them in the file. */
function longestFirst(spans: readonly Located[], tokens: number, faults: SpanFault[]): Located[] {
  const owners = Array.from<Located | undefined>({ length: tokens });
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
        const message = `Found ${span.name}, which overlaps ${owner.name}; the latter is kept.`;
        faults.push({ severity: 'warning', message, excerpt: span.excerpt });
      }
      return false;
    });
}

function cut(sentences: readonly TypedToken[][], tags: readonly string[]): AlignedSentence[] {
  const aligned: AlignedSentence[] = [];
  let first = 0;
  for (const tokens of sentences) {
    const goesOn = tags[first]!.startsWith(STYLE.letters.inside);
    if (!goesOn) aligned.push({ tokens: [], tags: [], offsets: [] });
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

interface Offsets {
  /** An offset of the file in UTF-16 code units; undefined where it is not in the text. */
  at: (offset: number) => number | undefined;
  /** Of the text, in the file's unit. */
  length: number;
}

function offsetReader(text: string): (unit: OffsetUnit) => Offsets {
  const { length } = text;
  const units: Offsets = { at: (offset) => (offset >= 0 && offset <= length ? offset : undefined), length };
  let points: Offsets | undefined;
  return (unit) =>
    unit === 'UTF-16 units' ? units : (points ??= /[\ud800-\udbff]/.test(text) ? codePoints(text) : units);
}

function codePoints(text: string): Offsets {
  const starts: number[] = [];
  let start = 0;
  for (const character of text) {
    starts.push(start);
    start += character.length;
  }
  starts.push(start);
  return { at: (offset) => starts[offset], length: starts.length - 1 };
}

/** How many tokens from the first on fulfil a condition that holds up to one of them and for none after it. */
function countWhile(tokens: readonly TypedToken[], holds: (token: TypedToken) => boolean): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(tokens[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function quote(text: string): string {
  return `“${oneLine(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text)}”`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
