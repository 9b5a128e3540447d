import { isObject } from '../json/values.ts';
import { tokenize, type TextToken } from '../../text/tokenizer.ts';
import { offsetConverters } from './offsets.ts';
import type { OffsetUnit } from './record.ts';

/**
 * The tokens that a file gives for a text, as objects with `start` and `end`, without those of white space.
 *
 * @returns undefined if they do not cover the text in order
 */
export function givenTokens(written: unknown, text: string, unit: OffsetUnit): TextToken[] | undefined {
  if (!Array.isArray(written) || written.length === 0) return undefined;
  const { toUtf16 } = offsetConverters(text)(unit);
  const offset = (value: unknown) => (typeof value === 'number' ? toUtf16(value) : undefined);
  const tokens: TextToken[] = [];
  for (const token of written as unknown[]) {
    if (!isObject(token)) return undefined;
    const [start, end] = [offset(token['start']), offset(token['end'])];
    if (start === undefined || end === undefined) return undefined;
    tokens.push({ text: text.slice(start, end), start, end });
  }
  if (!coverText(text, tokens)) return undefined;
  return tokens.filter((token) => token.text.trim() !== ''); // spaCy has white-space tokens
}

/** Whether tokens follow each other, with only white space before, between and after them. */
export function coverText(text: string, tokens: readonly TextToken[]): boolean {
  let last = 0;
  for (const { start, end } of tokens) {
    if (start < last || end <= start || text.slice(last, start).trim() !== '') return false;
    last = end;
  }
  return text.slice(last).trim() === '';
}

/**
 * Divides the tokens of a text into sentences, where our tokenizer does.
 *
 * @param starts where sentences start, in UTF-16 code units, if the file says so
 */
export function inSentences(text: string, tokens: readonly TextToken[], starts?: readonly number[]): TextToken[][] {
  const given = starts ?? tokenize(text).map(([first]) => first!.start);
  const sentences: TextToken[][] = [];
  let next = 0;
  for (const token of tokens) {
    const isNew = sentences.length === 0 || (next < given.length && token.start >= given[next]!);
    while (next < given.length && given[next]! <= token.start) next++;
    if (isNew) sentences.push([token]);
    else sentences.at(-1)!.push(token);
  }
  return sentences;
}
