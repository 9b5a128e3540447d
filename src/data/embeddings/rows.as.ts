// Lines of a vectors file to rows of numbers, many lines a call. The host is row-parser.ts; what a line means is vector-line.ts,
// and whatever is rare there ends the call here: the host reads such a line by itself.

const SPACE: u32 = 32;
const TAB: u32 = 9;
const NEWLINE: u32 = 10;
const RETURN: u32 = 13;
const PLUS: u32 = 43;
const MINUS: u32 = 45;
const POINT: u32 = 46;
const ZERO: u32 = 48;
const LOWER_CASE: u32 = 32; // the bit that tells 'e' from 'E'

/** Powers of 10 that doubles hold exactly, 10^0 to 10^22, at the start of the memory; then the same, negative. */
const LARGEST_POWER: i32 = 22;
const NEGATIVE_POWERS: i32 = 32;
const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/** Behind them, for each length of a number and place of its point: which character comes to each of 16 lanes. */
const CHOICES: usize = 512;
const LENGTHS: i32 = 16; // from 0

/** Fills the tables, once. The host keeps the first 8 KiB of the memory free for them. */
export function prepare(): void {
  let power: f64 = 1;
  for (let i = 0; i <= LARGEST_POWER; i++) {
    store<f64>(<usize>i << 3, power);
    store<f64>(<usize>(i + NEGATIVE_POWERS) << 3, -power);
    power *= 10;
  }
  for (let length = 0; length < LENGTHS; length++) {
    for (let point = 0; point <= length; point++) {
      for (let lane = 0; lane < 16; lane++) {
        // The last lane takes the last character, and so on; those up to the point take one earlier. A negative one makes 0.
        const from = lane - 16 + length;
        const isBefore = point < length && from <= point;
        store<i8>(choiceOf(length, point) + lane, <i8>(isBefore ? from - 1 : from));
      }
    }
  }
}

@inline
function choiceOf(length: i32, point: i32): usize {
  return CHOICES + (<usize>(length * LENGTHS + point) << 4);
}

@inline
function powerOfTen(i: i32): f64 {
  return load<f64>(<usize>i << 3);
}

@inline
function isSeparator(byte: u32): bool {
  return byte == SPACE || byte == TAB;
}

/**
 * Parses lines `[at, end)`, each a word, one separator, and as many numbers, until one is unusual or not whole. The bytes at `end`
 * and after are the kernel's own: at least 32.
 *
 * @param quantises whether scales and eights are wanted
 * @param ends u32 [rows]: where the next line begins
 * @param hashes f64 [rows] of the words: `hashBytes` of word-index.ts
 * @param values f32 [rows, dimensions]
 * @param scales f32 [rows], eights i8 [rows, dimensions]: as `CompactWriter` of compact.ts makes them
 * @returns how many rows
 */
export function parseRows(
  at: usize,
  end: usize,
  dimensions: i32,
  quantises: bool,
  ends: usize,
  hashes: usize,
  values: usize,
  scales: usize,
  eights: usize,
): i32 {
  store<u8>(end, NEWLINE); // a line that is not whole ends here, whatever follows
  let rows = 0;
  while (at < end) {
    const wordEnd = hashWord(at, hashes);
    if (wordEnd == at || !isSeparator(load<u8>(wordEnd))) break;
    const next = parseNumbers(wordEnd + 1, dimensions, values);
    if (next == 0 || next > end) break;
    if (quantises) {
      quantise(dimensions, values, scales, eights);
      scales += 4;
      eights += dimensions;
    }
    values += <usize>dimensions << 2;
    hashes += 8;
    store<u32>(ends, next);
    ends += 4;
    at = next;
    rows++;
  }
  return rows;
}

/** @returns where the word that begins here ends: at a separator, or at the end of the line */
@inline
function hashWord(at: usize, hash: usize): usize {
  let low: u32 = 0x811c9dc5;
  let high: u32 = 0x2545f491;
  for (;;) {
    const byte = <u32>load<u8>(at);
    if (isSeparator(byte) || byte == NEWLINE) break;
    low = (low ^ byte) * 0x01000193;
    high = (rotl<u32>(high, 5) ^ byte) * 0x9e3779b1;
    at++;
  }
  store<f64>(hash, <f64>(hash32(high) >>> 11) * 4294967296.0 + <f64>hash32(low));
  return at;
}

/** Of lib/rng.ts. */
@inline
function hash32(x: u32): u32 {
  x = (x ^ (x >>> 16)) * 0x7feb352d;
  x = (x ^ (x >>> 15)) * 0x846ca68b;
  return x ^ (x >>> 16);
}

/** @returns where the next line begins; 0 where this one is unusual */
@inline
function parseNumbers(at: usize, dimensions: i32, values: usize): usize {
  const last = values + (<usize>(dimensions - 1) << 2);
  do {
    let stop = parsePlain(at, values);
    if (stop == 0 || !isSeparator(load<u8>(stop))) {
      stop = parseAny(at, values); // an exponent; or the last number, once more
      if (stop == 0 || (values < last && !isSeparator(load<u8>(stop)))) return 0;
    }
    at = stop + 1;
    values += 4;
  } while (values <= last);
  at--; // the last number may be followed by blanks
  let byte: u32;
  do byte = load<u8>(at++);
  while (isSeparator(byte) || byte == RETURN);
  return byte == NEWLINE ? at : 0;
}

/**
 * A number of at most 15 characters: digits, a minus before them, a point among them. Its digits come into one vector of 16,
 * the last digit last, and are added up by pairs; what fewer than 16 digits make is exact, so that the division is the one
 * rounding (as in decimal.ts).
 *
 * @returns where it ends; 0 where it is no such number
 */
@inline
function parsePlain(at: usize, value: usize): usize {
  const digits = i8x16.sub(v128.load(at), i8x16.splat(48));
  const isDigit = i8x16.le_u(digits, i8x16.splat(9));
  const negative = <i32>(<u32>load<u8>(at) == MINUS);
  const others = (i8x16.bitmask(isDigit) | negative) ^ 0x3ffff; // a bit for each character that is no digit; two behind the last
  const point = ctz(others);
  let length = point;
  let decimals = 0;
  if (<u32>load<u8>(at + point) == POINT) {
    length = ctz(others & (others - 1));
    decimals = length - 1 - point;
    if (length - negative < 2) return 0;
  } else if (length == negative) return 0;
  if (length >= LENGTHS) return 0;
  const lanes = v128.swizzle(v128.and(digits, isDigit), v128.load(choiceOf(length, point)));
  const twos = i16x8.add(i16x8.mul(v128.and(lanes, i16x8.splat(0xff)), i16x8.splat(10)), i16x8.shr_u(lanes, 8));
  const fours = i32x4.dot_i16x8_s(twos, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
  const packed = i16x8.narrow_i32x4_s(fours, fours);
  const eights = i64x2.extract_lane(i32x4.dot_i16x8_s(packed, i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1)), 0);
  const mantissa = (eights & 0xffffffff) * 100000000 + (eights >>> 32);
  store<f32>(value, <f32>(<f64>mantissa / powerOfTen(decimals + negative * NEGATIVE_POWERS)));
  return at + length;
}

/** Any decimal of which one rounding makes the double, as decimal.ts explains. @returns where it ends; 0 where it is none */
function parseAny(at: usize, value: usize): usize {
  let byte = <u32>load<u8>(at);
  const negative = <u32>(byte == MINUS);
  if (negative || byte == PLUS) byte = load<u8>(++at);
  let mantissa: u64 = 0;
  let digits = 0;
  let power = 0;
  let step = 0; // of the power: -1 behind the point
  for (; ; byte = load<u8>(++at)) {
    const digit = byte - ZERO;
    if (digit <= 9) {
      mantissa = mantissa * 10 + digit;
      if (mantissa > LARGEST_INTEGER) return 0;
      digits++;
      power += step;
    } else if (byte == POINT && step == 0) step = -1;
    else break;
  }
  if (digits == 0) return 0;
  if ((byte | LOWER_CASE) == 0x65) {
    byte = load<u8>(++at);
    const sign = byte == MINUS ? -1 : 1;
    if (byte == MINUS || byte == PLUS) byte = load<u8>(++at);
    if (byte - ZERO > 9) return 0;
    let exponent = 0;
    for (; byte - ZERO <= 9; byte = load<u8>(++at)) {
      exponent = exponent * 10 + <i32>(byte - ZERO);
      if (exponent > 99) return 0;
    }
    power += sign * exponent;
  }
  if (power < -LARGEST_POWER || power > LARGEST_POWER) return 0;
  const size = power < 0 ? <f64>mantissa / powerOfTen(-power) : <f64>mantissa * powerOfTen(power);
  store<u32>(value, reinterpret<u32>(<f32>size) | (negative << 31));
  return at;
}

/** Eight bits a value, and their scale: as `CompactWriter.add` of compact.ts, bit for bit. */
@inline
function quantise(dimensions: i32, values: usize, scale: usize, eights: usize): void {
  const end = values + (<usize>dimensions << 2);
  const whole = values + (<usize>(dimensions & ~3) << 2);
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

/** `Math.round` of two doubles: halves go up. The low byte of each lane is the low byte of the integer. */
@inline
function round(x: v128): v128 {
  const down = f64x2.floor(x);
  const isUp = f64x2.ge(f64x2.sub(x, down), f64x2.splat(0.5));
  const rounded = f64x2.add(down, v128.and(isUp, f64x2.splat(1)));
  return f64x2.add(rounded, f64x2.splat(6755399441055744)); // 1.5 · 2^52: an integer's bits come to stand at the end
}
