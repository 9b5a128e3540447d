import type { OffsetUnit } from './record.ts';

/** Converts offsets from the unit of the file. */
export interface OffsetConverter {
  /** To UTF-16 code units; undefined if the offset is not within the text, or within a character beyond the basic plane. */
  toUtf16: (offset: number) => number | undefined;
  /** Length of the text in the file's unit. */
  length: number;
}

/** Converters for a text, created lazily. */
export function offsetConverters(text: string): (unit: OffsetUnit) => OffsetConverter {
  const { length } = text;
  const units: OffsetConverter = {
    toUtf16: (offset) => (offset >= 0 && offset <= length && !isInsidePair(text, offset) ? offset : undefined),
    length,
  };
  let points: OffsetConverter | undefined;
  let bytes: OffsetConverter | undefined;
  let words: OffsetConverter | undefined;
  return (unit) => {
    if (unit === 'UTF-16 units') return units;
    if (unit === 'words') return (words ??= wordConverter(text));
    if (unit === 'bytes') return (bytes ??= BEYOND_ASCII.test(text) ? byteConverter(text) : units);
    return (points ??= /[\ud800-\udbff]/.test(text) ? codePointConverter(text) : units);
  };
}

const BEYOND_ASCII = /[^\0-\u007f]/;

/** A cut there would leave halves of a character, which are not text. */
function isInsidePair(text: string, offset: number): boolean {
  return text.charCodeAt(offset) >> 10 === 0xdc00 >> 10 && text.charCodeAt(offset - 1) >> 10 === 0xd800 >> 10;
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

function byteConverter(text: string): OffsetConverter {
  const starts = new Map<number, number>();
  let [start, bytes] = [0, 0];
  for (const character of text) {
    starts.set(bytes, start);
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
    start += character.length;
  }
  starts.set(bytes, start);
  return { toUtf16: (offset) => starts.get(offset), length: bytes };
}

/** A word is where it begins; the number of words, as an end, is that of the text. */
function wordConverter(text: string): OffsetConverter {
  const starts = Array.from(text.matchAll(/\S+/g), ({ index }) => index);
  starts.push(text.length);
  return { toUtf16: (offset) => starts[offset], length: starts.length - 1 };
}

/** Whether a text only says where it is: `gs://bucket/a.txt`. */
export function isAddress(text: string): boolean {
  return /^\w[\w+.-]{1,20}:\/\/\S*$/.test(text);
}
