// Parses many lines of a vectors file per call, to rows of numbers or only to their positions. The host is row-parser.ts. The format
// of a line is specified by vector-line.ts. At an unusual line the call returns, and the host reads that line without this module.

import { isSeparator, MINUS, parseAny, parsePair, parsePlain, POINT, SPACE, TAB, ZERO } from './numbers.as';

export { prepare, TABLE_BYTES } from './numbers.as';

/** Bytes after the text that may be read; the first of them is also written. */
export const MARGIN_BYTES: i32 = 64;

const NEWLINE: u32 = 10;
const RETURN: u32 = 13;

/**
 * Parses lines `[at, end)`, each a word, one separator and `dimensions` numbers, up to one that is unusual or incomplete. Uses the
 * `MARGIN_BYTES` after the text.
 *
 * @param ends u32 [rows]: start of the next line
 * @param hashes f64 [rows] of the words: `hashBytes` of word-index.ts
 * @param values f32 [rows, dimensions]
 * @param scales f32 [rows], eights i8 [rows, dimensions]: as computed by `CompactWriter` of compact.ts
 * @returns the number of rows
 */
export function parseRows(
  at: usize,
  end: usize,
  dimensions: i32,
  ends: usize,
  hashes: usize,
  values: usize,
  scales: usize,
  eights: usize,
): i32 {
  store<u8>(end, NEWLINE); // terminates an incomplete line
  let rows = 0;
  while (at < end) {
    const wordEnd = hashWord(at, hashes);
    if (wordEnd === at || !isSeparator(load<u8>(wordEnd))) break;
    const next = parseNumbers(wordEnd + 1, dimensions, values);
    if (next === 0 || next > end) break;
    quantise(dimensions, values, scales, eights);
    scales += 4;
    eights += dimensions;
    values += (<usize>dimensions) << 2;
    hashes += 8;
    store<u32>(ends, next);
    ends += 4;
    at = next;
    rows++;
  }
  return rows;
}

/**
 * Skips lines like `parseRows`, without parsing the numbers. Only checks that there are `dimensions` of them, and that each is finite:
 * digits, optionally with a leading minus and a decimal point, ending in a digit.
 *
 * @returns the number of rows
 */
export function scanRows(at: usize, end: usize, dimensions: i32, ends: usize, hashes: usize): i32 {
  store<u8>(end, NEWLINE);
  let rows = 0;
  while (at < end) {
    const wordEnd = hashWord(at, hashes);
    if (wordEnd === at || !isSeparator(load<u8>(wordEnd))) break;
    const next = passNumbers(wordEnd, dimensions);
    if (next === 0 || next > end) break;
    hashes += 8;
    store<u32>(ends, next);
    ends += 4;
    at = next;
    rows++;
  }
  return rows;
}

/**
 * Checks the numbers of a line, sixteen characters at a time. Masks have one bit per character; state is carried to the next block.
 *
 * @param at the separator after the word
 * @returns start of the next line; 0 if this line is unusual
 */
// @inline
function passNumbers(at: usize, dimensions: i32): usize {
  let numbers = 0;
  let isBehindDigit: i32 = 1; // the word may end with anything
  let isBehindSeparator: i32 = 0;
  let hasPoint: i32 = 0; // whether the unfinished number of the previous block has a point
  while (true) {
    const text = v128.load(at);
    const separators = i8x16.bitmask(
      v128.or(i8x16.eq(text, i8x16.splat(<i8>SPACE)), i8x16.eq(text, i8x16.splat(<i8>TAB))),
    );
    const digits = i8x16.bitmask(i8x16.le_u(i8x16.sub(text, i8x16.splat(<i8>ZERO)), i8x16.splat(9)));
    const minuses = i8x16.bitmask(i8x16.eq(text, i8x16.splat(<i8>MINUS)));
    const points = i8x16.bitmask(i8x16.eq(text, i8x16.splat(<i8>POINT)));
    const length = ctz((separators | digits | minuses | points) ^ 0x1ffff);
    const within = (1 << length) - 1;

    const misplacedSeparators = separators & ~((digits << 1) | isBehindDigit);
    const misplacedMinuses = minuses & ~((separators << 1) | isBehindSeparator);
    // The carry of a point propagates to the next separator, or to a second point, which is invalid.
    const carried = (points << 1) + hasPoint + (~(separators | points) & 0xffff);
    if (((misplacedSeparators | misplacedMinuses | (carried & points)) & within) !== 0) return 0;

    numbers += popcnt(separators & within);
    if (length < 16) return endOfLine(at + length, numbers, dimensions);
    if ((separators | points | hasPoint) === 0) return 0; // so many digits may exceed the range of f32
    isBehindDigit = digits >> 15;
    isBehindSeparator = separators >> 15;
    hasPoint = carried >> 16;
    at += 16;
  }
}

/** @param at first character that is neither part of a number nor a separator @param numbers separators before it */
// @inline
function endOfLine(at: usize, numbers: i32, dimensions: i32): usize {
  const last = <u32>load<u8>(at - 1);
  if (isSeparator(last)) numbers--;
  else if (last - ZERO > 9) return 0;
  let byte = <u32>load<u8>(at);
  if (byte === RETURN) byte = load<u8>(++at);
  return byte === NEWLINE && numbers === dimensions ? at + 1 : 0;
}

/** Hashes the word at `at`. @returns its end: a separator, or the end of the line */
// @inline
function hashWord(at: usize, hash: usize): usize {
  let low: u32 = 0x811c9dc5;
  let high: u32 = 0x2545f491;
  for (;;) {
    const byte = <u32>load<u8>(at);
    if (isSeparator(byte) || byte === NEWLINE) break;
    low = (low ^ byte) * 0x01000193;
    high = (rotl<u32>(high, 5) ^ byte) * 0x9e3779b1;
    at++;
  }
  store<f64>(hash, <f64>(hash32(high) >>> 11) * 4294967296.0 + <f64>hash32(low));
  return at;
}

/** Same as in lib/rng.ts. */
// @inline
function hash32(x: u32): u32 {
  x = (x ^ (x >>> 16)) * 0x7feb352d;
  x = (x ^ (x >>> 15)) * 0x846ca68b;
  return x ^ (x >>> 16);
}

/** @returns start of the next line; 0 if this line is unusual */
// @inline
function parseNumbers(at: usize, dimensions: i32, values: usize): usize {
  const last = values + ((<usize>(dimensions - 1)) << 2);
  do {
    let stop: usize = 0;
    if (values < last) stop = parsePair(at, values);
    if (stop !== 0) {
      values += 4;
    } else {
      stop = parsePlain(at, values);
      if (stop === 0) stop = parseAny(at, values);
      if (stop === 0) return 0;
    }
    if (values < last && !isSeparator(load<u8>(stop))) return 0;
    at = stop + 1;
    values += 4;
  } while (values <= last);
  at--; // the last number may be followed by separators
  let byte: u32;
  do byte = load<u8>(at++);
  while (isSeparator(byte) || byte === RETURN);
  return byte === NEWLINE ? at : 0;
}

/** Quantizes to 8 bits with one scale per row; same results, bit for bit, as `CompactWriter.add` of compact.ts. */
// @inline
function quantise(dimensions: i32, values: usize, scale: usize, eights: usize): void {
  const end = values + ((<usize>dimensions) << 2);
  const whole = values + ((<usize>(dimensions & ~3)) << 2);
  let most = f32x4.splat(0);
  let at = values;
  for (; at < whole; at += 16) most = f32x4.pmax(most, f32x4.abs(v128.load(at)));
  most = f32x4.pmax(most, v128.shuffle<f32>(most, most, 2, 3, 0, 1));
  let largest = max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1));
  for (; at < end; at += 4) largest = max(largest, abs(load<f32>(at)));

  const step = <f32>(<f64>largest / 127);
  store<f32>(scale, step);
  const inverse: f64 = step > 0 ? 1 / <f64>step : 0;
  const inverses = f64x2.splat(inverse);
  for (at = values; at < whole; at += 16, eights += 4) {
    const four = v128.load(at);
    const low = round(f64x2.mul(f64x2.promote_low_f32x4(four), inverses));
    const high = round(f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 2, 3, 2, 3)), inverses));
    const bytes = v128.shuffle<i8>(low, high, 0, 8, 16, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    store<i32>(eights, i32x4.extract_lane(bytes, 0));
  }
  for (; at < end; at += 4, eights++) {
    store<u8>(eights, i8x16.extract_lane_u(round(f64x2.splat(<f64>load<f32>(at) * inverse)), 0));
  }
}

/** `Math.round` of two doubles: halves are rounded up. The low byte of each lane is the low byte of the integer. */
// @inline
function round(x: v128): v128 {
  const down = f64x2.floor(x);
  const isUp = f64x2.ge(f64x2.sub(x, down), f64x2.splat(0.5));
  const rounded = f64x2.add(down, v128.and(isUp, f64x2.splat(1)));
  return f64x2.add(rounded, f64x2.splat(6755399441055744)); // 1.5 · 2^52: moves the bits of the integer to the end of the mantissa
}
