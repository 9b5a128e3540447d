import { prefixLength } from './binary-search.ts';

/**
 * Returns a function that converts an offset in UTF-16 code units, as JavaScript counts, to Unicode code points, as Python and most
 * tools count. They differ after characters outside the Basic Multilingual Plane, such as emoji.
 */
export function codePointOffsets(text: string): (offset: number) => number {
  /** Offsets of low surrogates, ascending. */
  const lowSurrogates: number[] = [];
  for (let i = 0; i + 1 < text.length; i++) if (text.codePointAt(i)! > 0xffff) lowSurrogates.push(++i);
  if (lowSurrogates.length === 0) return (offset) => offset;
  return (offset) => offset - prefixLength(lowSurrogates, (low) => low < offset);
}
