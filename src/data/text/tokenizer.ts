import { ANYWHERE, SENTENCE_STARTERS } from './abbreviations.ts';
import { isAsciiLetter, lex, type TextToken } from './tokenizer-lexer.ts';

export type { TextToken } from './tokenizer-lexer.ts';

/** Full stops of scripts without spaces between sentences. */
const UNSPACED_STOP = /^[。！？｡．]+$/u;
const STOP = /^(?:[.!?]+|…|[؟۔।॥።])$/u;
const ELLIPSIS = /^(?:\.{2,}|…)$/u;
const CLOSING_QUOTE = /^(?:["”’'»]|'')$/u;
const CLOSING = /^(?:["”’'»›)\]}」』）】〉》]|'')$/u;
const NEVER_FIRST = /^[\p{Ll},;:%)\]}”»]/u;
/** Minimum line length, in characters, of text that counts as wrapped. */
const MIN_WRAP_WIDTH = 40;
/** A line, or the empty string between two line breaks. */
const LINE = /[^\r\n\u2028\u2029]+|(?<=\n)(?=\r?\n)/gu;
const ACRONYM = /^(?:\p{L}\.){2,}$/u;

/**
 * Splits text into sentences of tokens as in CoNLL-2003 (see `lex`). The full stop at the end of a sentence is a separate token
 * even after an abbreviation (`in the U.S` `.`). Every visible character is part of a token.
 */
export function tokenize(text: string): TextToken[][] {
  return [...sentencesOf(text)];
}

/** Like `tokenize`, but yields one sentence at a time, to save memory on long texts. */
export function* sentencesOf(text: string): Generator<TextToken[], void> {
  for (const [start, end] of blocksOf(text)) yield* splitSentences(lex(text, start, end));
}

/** Ranges within which sentences may span line breaks: paragraphs of wrapped lines, otherwise single lines. */
function blocksOf(text: string): [start: number, end: number][] {
  return paragraphsOf(text).flatMap((lines) => (isWrapped(text, lines) ? [[lines[0]![0], lines.at(-1)![1]]] : lines));
}

/** The lines of each paragraph (paragraphs are separated by blank lines), without surrounding white space. */
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

/** Whether lines were wrapped: all but the last are nearly as long as the longest, and one of them starts in lower case. */
function isWrapped(text: string, lines: readonly [start: number, end: number][]): boolean {
  const longest = lines.reduce((most, [start, end]) => Math.max(most, end - start), 0);
  const nearlyFull = lines.slice(0, -1).every(([start, end]) => end - start >= 0.75 * longest);
  const [first, ...others] = lines.map(([start]) => /\p{Ll}/u.test(text[start]!));
  return longest >= MIN_WRAP_WIDTH && nearlyFull && first === false && others.includes(true);
}

function splitSentences(tokens: TextToken[]): TextToken[][] {
  const sentences: TextToken[][] = [];
  let current: TextToken[] = [];

  function close(): void {
    if (current.length > 0) sentences.push(splitFinalStop(current));
    current = [];
  }

  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    current.push(token);
    if (!mayEnd(token)) continue;
    const [opening, word] = [tokens[i - 2], tokens[i - 1]];
    while (i + 1 < tokens.length && closes(tokens[i + 1]!, tokens[i]!, current)) {
      current.push(tokens[++i]!);
    }
    const noteEnd = endOfNotes(tokens, i);
    while (i < noteEnd) current.push(tokens[++i]!);
    const [last, next] = [tokens[i]!, tokens[i + 1]];
    if (next === undefined || (last === token && isBracketed(opening, word))) continue;
    if (startsSentence(word, token, last, next)) close();
  }
  close();
  return sentences;
}

function mayEnd({ text }: TextToken): boolean {
  if (isAsciiLetter(text.charCodeAt(text.length - 1))) return false; // most words
  return STOP.test(text) || UNSPACED_STOP.test(text) || isAbbreviation(text);
}

/** An abbreviation that may end a sentence. */
function isAbbreviation(text: string): boolean {
  return text.endsWith('.') && (ACRONYM.test(text) || ANYWHERE.has(text.slice(0, -1)));
}

/** A closing quote or bracket directly after the end of a sentence is part of it. */
function closes(token: TextToken, previous: TextToken, sentence: readonly TextToken[]): boolean {
  const isNext = token.start === previous.end && CLOSING.test(token.text);
  return isNext || closesQuote(token, sentence) || (token.text === '“' && closesGerman(sentence));
}

/** In German, “ closes what „ has opened. */
function closesGerman(sentence: readonly TextToken[]): boolean {
  const last = sentence.findLast(({ text }) => text === '„' || text === '“');
  return last?.text === '„';
}

/** The last token of notes directly after the token `at`, as in Wikipedia: [1][a]. */
function endOfNotes(tokens: readonly TextToken[], at: number): number {
  let end = at;
  for (;;) {
    const [before, open, note, close] = [tokens[end], tokens[end + 1], tokens[end + 2], tokens[end + 3]];
    const isNote = open?.text === '[' && close?.text === ']' && /^[\p{L}\p{Nd}]{1,4}$/u.test(note!.text);
    if (!isNote || open.start !== before!.end || close.end - open.start > 6) return end;
    end += 3;
  }
}

/** A quote after a space, as in tokenised text, closes one that the sentence has opened. */
function closesQuote({ text }: TextToken, sentence: readonly TextToken[]): boolean {
  if (text !== '"') return false;
  return sentence.filter((token) => token.text === '"').length % 2 === 1;
}

/** An abbreviation at the start of brackets: (ref. 3). */
function isBracketed(opening: TextToken | undefined, word: TextToken | undefined): boolean {
  return opening?.text === '(' && opening.end === word?.start && /^\p{Ll}{1,5}$/u.test(word.text);
}

/**
 * Whether `next` starts a sentence, after `word` and `stop`, which may end one, and `last`, the closing quote or bracket after it. Without a
 * space only after a word and before a capitalised one: not in TP.HCM, ASP.NET, AT&T.Inc, 3.Mai.
 */
function startsSentence(word: TextToken | undefined, stop: TextToken, last: TextToken, next: TextToken): boolean {
  if (UNSPACED_STOP.test(stop.text)) return true;
  if (NEVER_FIRST.test(next.text)) return false;
  const spaced = next.start > last.end;
  if (isAbbreviation(stop.text)) return spaced && SENTENCE_STARTERS.has(next.text);
  if (ELLIPSIS.test(stop.text)) return spaced && /^[\p{Lu}\p{Lt}]/u.test(next.text);
  const isJoined = last === stop && !/\p{Ll}$/u.test(word?.text ?? '');
  return spaced || (!isJoined && /^\p{Lu}(?!\p{Lu})/u.test(next.text));
}

/** Splits the final full stop off an abbreviation, also before closing quotes, but not before brackets: ( U.S. ). */
function splitFinalStop(sentence: TextToken[]): TextToken[] {
  let last = sentence.length - 1;
  while (last > 0 && CLOSING_QUOTE.test(sentence[last]!.text)) last--;
  const { text, start, end } = sentence[last]!;
  if (!/^[^.].*\.$/u.test(text)) return sentence;
  const word = { text: text.slice(0, -1), start, end: end - 1 };
  return sentence.toSpliced(last, 1, word, { text: '.', start: end - 1, end });
}
