import { UNKNOWN_TYPE, type CorpusOptions } from '../../corpus.ts';
import { groupBy } from '../../../lib/group-by.ts';
import type { QuotedEntities, WrittenSpan } from './record.ts';
import { isWithinWord } from './span-borders.ts';

/** Texts of the same length that are looked for one by one. */
const FEW = 8;

/** An entity as its text and its type: what the file says of it. */
export interface Listed {
  text: string;
  type: string;
}

/** Whether a text has these words. */
export function occurs(text: string, own: string): boolean {
  return own !== '' && placesOf(text, [own]).get(own)!.length > 0;
}

/** Where entities occur in a text. */
export function locateListed(
  text: string,
  listed: readonly Listed[],
  occurrences: CorpusOptions['occurrences'],
): { spans: WrittenSpan[]; quoted: Pick<QuotedEntities, 'missing' | 'open'> } {
  const spans: WrittenSpan[] = [];
  const quoted: Pick<QuotedEntities, 'missing' | 'open'> = { missing: [], open: [] };
  const byText = groupBy(listed, (one) => one.text);
  const byLength = groupBy(byText.keys(), ({ length }) => length);
  const reach = new Int32Array(text.length); // where the last of the longer entities around a character ends
  for (const [, texts] of [...byLength].toSorted(([a], [b]) => b - a)) {
    const found = placesOf(text, texts);
    for (const own of texts) {
      const given = byText.get(own)!;
      const all = found.get(own)!;
      const free = all.filter(({ start, end }) => reach[start]! < end);
      const places = free.length > 0 ? free : all;
      const types = [...new Set(given.map(({ type }) => type))];
      if (places.length === 0) quoted.missing.push(own);
      const isOpen = places.length > 1 && (types.length > 1 || given.length < places.length);
      if (isOpen) quoted.open.push(own);
      const areUnknown = isOpen && (occurrences === 'unknown' || types.length > 1);
      const taken = isOpen && occurrences === 'first' && !areUnknown ? places.slice(0, given.length) : places;
      for (const type of areUnknown ? [UNKNOWN_TYPE] : types)
        for (const place of taken) spans.push({ ...place, type, unit: 'UTF-16 units' });
    }
    for (const { start, end } of [...found.values()].flat())
      for (let at = start; at < end; at++) reach[at] = Math.max(reach[at]!, end);
  }
  return { spans, quoted };
}

/** Where texts of the same length occur as whole words, without overlaps of their own. */
function placesOf(text: string, texts: readonly string[]): Map<string, { start: number; end: number }[]> {
  const found = new Map(texts.map((own) => [own, [] as { start: number; end: number }[]]));
  const { length } = texts[0]!;
  const add = (own: string, start: number) => {
    const places = found.get(own);
    if (places === undefined || start < (places.at(-1)?.end ?? 0)) return;
    if (!isWithin(text, start) && !isWithin(text, start + length)) places.push({ start, end: start + length });
  };
  if (texts.length > FEW) for (let at = 0; at + length <= text.length; at++) add(text.slice(at, at + length), at);
  else for (const own of texts) for (let at = text.indexOf(own); at >= 0; at = text.indexOf(own, at + 1)) add(own, at);
  return found;
}

/** Whether a place is within a word, a number, or a character of several code points. */
function isWithin(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]];
  const isNumber = /\d/.test(before) ? /[\p{L}\d]/u.test(after) : /\d/.test(after) && /\p{L}/u.test(before);
  return isNumber || isWithinWord(text, at) || /[\p{M}\uDC00-\uDFFF]/u.test(after);
}
