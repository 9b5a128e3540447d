import { prefixLength } from '../../lib/binary-search.ts';
import type { DecodedText, Encoding } from './decode-text.ts';
import { legacyEncoder } from './legacy-encodings.ts';

/** Replacement text for the characters `[from, to)`. */
export interface Patch {
  from: number;
  to: number;
  text: string;
}

/**
 * Replaces characters of a text file and keeps its encoding. Unchanged lines keep their bytes, even if these are invalid in the
 * encoding.
 *
 * @param patches in order, not overlapping
 */
export function patchBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { text, encoding }: DecodedText,
  patches: readonly Patch[],
): Uint8Array<ArrayBuffer>[] {
  if (patches.length === 0) return [bytes];
  const encode = encoderOf(encoding);
  const mark = bytes.subarray(0, markLength(bytes, encoding));
  const lines = encoding.startsWith('utf-16') ? NO_LINES : linesOf(bytes, mark.length, text);
  const parts = [mark];
  let at = 0;
  for (const { from, to, text: replacement } of patches) {
    keep(at, from);
    parts.push(encode(replacement));
    at = to;
  }
  keep(at, text.length);
  return parts;

  function keep(from: number, to: number): void {
    const first = prefixLength(lines.characters, (start) => start < from);
    const after = prefixLength(lines.characters, (start) => start <= to); // lines before the last one of these are complete
    const [start, end] = [lines.characters[first], lines.characters[after - 1]];
    if (start === undefined || end === undefined || start >= end) {
      parts.push(encode(text.slice(from, to)));
      return;
    }
    parts.push(encode(text.slice(from, start)));
    parts.push(bytes.subarray(lines.bytes[first], lines.bytes[after - 1]));
    parts.push(encode(text.slice(end, to)));
  }
}

/** Start offsets of the lines and the end of the last one, in characters and in bytes. */
interface Lines {
  characters: number[];
  bytes: number[];
}

const NO_LINES: Lines = { characters: [], bytes: [] };
const NEWLINE = 10;

/** In all encodings but UTF-16 the byte of a line feed is never part of another character. */
function linesOf(bytes: Uint8Array, from: number, text: string): Lines {
  const lines: Lines = { characters: [0], bytes: [from] };
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.characters.push(at + 1);
  for (let at = bytes.indexOf(NEWLINE, from); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines.bytes.push(at + 1);
  lines.characters.push(text.length);
  lines.bytes.push(bytes.length);
  return lines;
}

/** Length of the byte order mark, which is not part of the decoded text. */
function markLength(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding.startsWith('utf-16')) return 2;
  return encoding === 'utf-8' && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function encoderOf(encoding: Encoding): (text: string) => Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return (text) => new TextEncoder().encode(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return (text) => utf16(text, encoding === 'utf-16le');
  return legacyEncoder(encoding);
}

function utf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittleEndian);
  return new Uint8Array(view.buffer);
}
