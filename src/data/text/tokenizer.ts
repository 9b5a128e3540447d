import { ANYWHERE, SENTENCE_STARTERS } from './abbreviations.ts';
import { lex, type TypedToken } from './tokenizer-lexer.ts';

export type { TypedToken } from './tokenizer-lexer.ts';

/** Full stops of scripts that put no space after them. */
const UNSPACED_STOP = /^[。！？｡．]+$/u;
const STOP = /^(?:[.!?]+|…|[؟۔।॥።])$/u;
const ELLIPSIS = /^(?:\.{2,}|…)$/u;
const CLOSING_QUOTE = /^(?:["”’'»]|'')$/u;
const CLOSING = /^(?:["”’'»›)\]}」』）】〉》]|'')$/u;
const NEVER_FIRST = /^[\p{Ll},;:%)\]}”»]/u;
/** No text is wrapped to fewer characters a line. */
const SHORTEST_WRAPPED = 40;
/** A line, or what stands between two breaks: nothing. */
const LINE = /[^\r\n\u2028\u2029]+|(?<=\n)(?=\r?\n)/gu;
const ACRONYM = /^(?:\p{L}\.){2,}$/u;

/**
 * Splits typed or pasted text into sentences of tokens, as CoNLL-2003 has them: see `lex`; the full stop that ends a sentence
 * is a token of its own even after an abbreviation (`in the U.S` `.`). No character but white space is lost.
 */
export function tokenize(text: string): TypedToken[][] {
  return [...sentencesOf(text)];
}

/** As `tokenize`, one sentence after the other: of a long text only those are in memory that are used. */
export function* sentencesOf(text: string): Generator<TypedToken[], void> {
  for (const [start, end] of blocksOf(text)) yield* splitSentences(lex(text, start, end));
}

/** Places where a sentence may run on over line breaks: paragraphs whose lines are wrapped; else single lines. */
function blocksOf(text: string): [start: number, end: number][] {
  return paragraphsOf(text).flatMap((lines) => (isWrapped(text, lines) ? [[lines[0]![0], lines.at(-1)![1]]] : lines));
}

/** Paragraphs (between blank lines) of lines, without the white space at their ends. */
function paragraphsOf(text: string): [start: number, end: number][][] {
  const paragraphs: [number, number][][] = [[]];
  for (const { 0: line, index } of text.matchAll(LINE)) {
    const start = index + line.length - line.trimStart().length;
    const end = index + line.trimEnd().length;
    if (start < end) paragraphs.at(-1)!.push([start, end]);
    else paragraphs.push([]);
  }
  return paragraphs.filter(({ length }) => length > 0);
}

/** Whether lines were broken to a width: all but the last nearly as long as the longest, and one goes on in lower case. */
function isWrapped(text: string, lines: readonly [start: number, end: number][]): boolean {
  const longest = lines.reduce((most, [start, end]) => Math.max(most, end - start), 0);
  const nearlyFull = lines.slice(0, -1).every(([start, end]) => end - start >= 0.75 * longest);
  const [first, ...others] = lines.map(([start]) => /\p{Ll}/u.test(text[start]!));
  return longest >= SHORTEST_WRAPPED && nearlyFull && first === false && others.includes(true);
}

function splitSentences(tokens: TypedToken[]): TypedToken[][] {
  const sentences: TypedToken[][] = [];
  let current: TypedToken[] = [];

  function close(): void {
    if (current.length > 0) sentences.push(splitFinalStop(current));
    current = [];
  }

  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    current.push(token);
    if (!mayEnd(token)) continue;
    while (i + 1 < tokens.length && closes(tokens[i + 1]!, tokens[i]!)) current.push(tokens[++i]!);
    const next = tokens[i + 1];
    if (next !== undefined && begins(token, tokens[i]!, next)) close();
  }
  close();
  return sentences;
}

function mayEnd({ text }: TypedToken): boolean {
  return STOP.test(text) || UNSPACED_STOP.test(text) || isAbbreviation(text);
}

/** An abbreviation that may end a sentence. */
function isAbbreviation(text: string): boolean {
  return text.endsWith('.') && (ACRONYM.test(text) || ANYWHERE.has(text.slice(0, -1)));
}

/** A quote or bracket that stands close after the end of a sentence belongs to it. */
function closes(token: TypedToken, before: TypedToken): boolean {
  return token.start === before.end && CLOSING.test(token.text);
}

/** Whether `next` begins a sentence, where `stop` may have ended one and `last` is the last token of that. */
function begins(stop: TypedToken, last: TypedToken, next: TypedToken): boolean {
  if (UNSPACED_STOP.test(stop.text)) return true;
  if (NEVER_FIRST.test(next.text)) return false;
  const spaced = next.start > last.end;
  if (isAbbreviation(stop.text)) return spaced && SENTENCE_STARTERS.has(next.text);
  if (ELLIPSIS.test(stop.text)) return spaced && /^[\p{Lu}\p{Lt}]/u.test(next.text);
  return spaced || /^\p{Lu}/u.test(next.text);
}

/** The full stop that ends a sentence leaves its abbreviation; quotes may follow it, but in brackets it stays: ( U.S. ). */
function splitFinalStop(sentence: TypedToken[]): TypedToken[] {
  let last = sentence.length - 1;
  while (last > 0 && CLOSING_QUOTE.test(sentence[last]!.text)) last--;
  const { text, start, end } = sentence[last]!;
  if (!/^[^.].*\.$/u.test(text)) return sentence;
  const word = { text: text.slice(0, -1), start, end: end - 1 };
  return sentence.toSpliced(last, 1, word, { text: '.', start: end - 1, end });
}
