// Parses decimal numbers to f32, one or two at a time. Each is first rounded to f64 once (as in decimal.ts).

// Character codes.
export const TAB: u32 = 9;
export const SPACE: u32 = 32;
const PLUS: u32 = 43;
export const MINUS: u32 = 45;
export const POINT: u32 = 46;
export const ZERO: u32 = 48;
const LOWER_CASE: u32 = 32; // the bit that differs between 'e' and 'E'

const LARGEST_POWER: i32 = 22; // the largest power of 10 that f64 represents exactly
const LARGEST_INTEGER: u64 = (1 << 53) - 1;

// The shape of a plain number is length * 16 + point, where point is the index of its decimal point (its length if there is none).
// Two tables, indexed by shape, are at the start of the memory.
const LENGTHS: i32 = 16; // lengths 0 to 15
const SHAPES: i32 = LENGTHS * 16;
/** Table of f64: the power of 10 that divides the digits; then the same, negated, for negative numbers. */
const DIVISORS: usize = 0;
/** Table of 16 bytes each: the index of the character for each lane. */
const CHOICES: usize = 2 * 8 * SHAPES;
/** Size of both tables, which the host reserves. */
export const TABLE_BYTES: usize = CHOICES + 16 * SHAPES;

/** Fills the tables. Call once, before parsing. */
export function prepare(): void {
  for (let length = 0; length < LENGTHS; length++) {
    for (let point = 0; point <= length; point++) {
      const shape = length * 16 + point;
      const power = powerOfTen(max(0, length - 1 - point));
      store<f64>(divisorOf(shape, 0), power);
      store<f64>(divisorOf(shape, 1), -power);
      for (let lane = 0; lane < 16; lane++) {
        // The digits are right-aligned; those before the point are shifted by one lane. A negative index gives 0.
        const from = lane - 16 + length;
        const isBefore = point < length && from <= point;
        store<i8>(CHOICES + ((<usize>shape) << 4) + lane, <i8>(isBefore ? from - 1 : from));
      }
    }
  }
}

// @inline
export function isSeparator(byte: u32): bool {
  return byte === SPACE || byte === TAB;
}

// @inline
function divisorOf(shape: i32, negative: i32): usize {
  return DIVISORS + ((<usize>(shape + negative * SHAPES)) << 3);
}

function powerOfTen(i: i32): f64 {
  let power: f64 = 1;
  for (; i > 0; i--) power *= 10;
  return power;
}

/**
 * Parses two plain numbers of at most 8 digits, separated by one separator. A plain number has only digits, optionally with a leading
 * minus and a decimal point. The digits of both numbers share a vector. The end of a number is found with few instructions, so that the
 * processor can start on the next pair before this one is finished.
 *
 * @returns the end of the second number; 0 if these are not two such numbers
 */
// @inline
export function parsePair(at: usize, values: usize): usize {
  const text1 = v128.load(at);
  const length1 = lengthOf(text1);
  const second = at + length1 + 1;
  const text2 = v128.load(second);
  const length2 = lengthOf(text2);
  const isDigit1 = areDigits(text1);
  const isDigit2 = areDigits(text2);
  const negative1 = i32(<u32>load<u8>(at) === MINUS);
  const negative2 = i32(<u32>load<u8>(second) === MINUS);
  const shape1 = shapeOf(at, length1, negative1, isDigit1);
  const shape2 = shapeOf(second, length2, negative2, isDigit2);
  if (shape1 === 0 || shape2 === 0 || length1 - negative1 > 9 || length2 - negative2 > 9) return 0; // 8 digits and a point
  if (!isSeparator(load<u8>(second - 1))) return 0;
  const digits = v128.shuffle<i64>(digitsOf(text1, isDigit1, shape1), digitsOf(text2, isDigit2, shape2), 1, 3);
  const divisor1 = v128.load64_splat(divisorOf(shape1, negative1));
  const divisors = v128.load64_lane(divisorOf(shape2, negative2), divisor1, 1);
  const quotients = f64x2.div(f64x2.convert_low_i32x4_s(eightsOf(digits)), divisors);
  v128.store64_lane(values, f32x4.demote_f64x2_zero(quotients), 0);
  return second + length2;
}

/**
 * Parses a plain number of at most 15 characters. f64 represents the integer of its digits exactly, so only the division rounds.
 *
 * @returns the end of the number; 0 if this is not such a number
 */
// @inline
export function parsePlain(at: usize, value: usize): usize {
  const text = v128.load(at);
  const length = lengthOf(text);
  const isDigit = areDigits(text);
  const negative = i32(<u32>load<u8>(at) === MINUS);
  const shape = shapeOf(at, length, negative, isDigit);
  if (shape === 0 || length >= LENGTHS) return 0;
  const eights = i64x2.extract_lane(eightsOf(digitsOf(text, isDigit, shape)), 0);
  const mantissa = (eights & 0xffffffff) * 100000000 + (eights >>> 32);
  store<f32>(value, <f32>(<f64>mantissa / load<f64>(divisorOf(shape, negative))));
  return at + length;
}

/** @returns the number of characters before the first that is a space, a control character or not ASCII; 16 if there is none */
// @inline
function lengthOf(text: v128): i32 {
  return ctz(i8x16.bitmask(i8x16.le_s(text, i8x16.splat(<i8>SPACE))) | 0x10000);
}

// @inline
function areDigits(text: v128): v128 {
  return i8x16.le_u(i8x16.sub(text, i8x16.splat(<i8>ZERO)), i8x16.splat(9));
}

/** @returns the shape; 0 if the characters are not a plain number, or an integer of more than 8 digits */
// @inline
function shapeOf(at: usize, length: i32, negative: i32, isDigit: v128): i32 {
  const others = (i8x16.bitmask(isDigit) | negative) ^ 0x3ffff; // a bit for each non-digit, and two past the end
  const point = ctz(others);
  if (<u32>load<u8>(at + point) === POINT) {
    if (length !== ctz(others & (others - 1)) || length - negative < 2) return 0;
  } else if (length !== point || length === negative || length - negative > 8) return 0;
  return length * 16 + point;
}

/** The digit values, right-aligned. */
// @inline
function digitsOf(text: v128, isDigit: v128, shape: i32): v128 {
  const digits = v128.and(i8x16.sub(text, i8x16.splat(<i8>ZERO)), isDigit);
  return v128.swizzle(digits, v128.load(CHOICES + ((<usize>shape) << 4)));
}

/** Returns i32 lanes: the integer of the first 8 digits, then that of the last 8. */
// @inline
function eightsOf(digits: v128): v128 {
  const twos = i16x8.add(i16x8.mul(v128.and(digits, i16x8.splat(0xff)), i16x8.splat(10)), i16x8.shr_u(digits, 8));
  const fours = i32x4.dot_i16x8_s(twos, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
  const packed = i16x8.narrow_i32x4_s(fours, fours);
  return i32x4.dot_i16x8_s(packed, i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1));
}

/** Parses any decimal that needs one rounding to f64 (see decimal.ts). @returns the end of the number; 0 if there is none */
export function parseAny(at: usize, value: usize): usize {
  let byte = <u32>load<u8>(at);
  const negative = u32(byte === MINUS);
  if (negative || byte === PLUS) byte = load<u8>(++at);
  let mantissa: u64 = 0;
  let digits = 0;
  let power = 0;
  let step = 0; // of the power: -1 after the point
  for (; ; byte = load<u8>(++at)) {
    const digit = byte - ZERO;
    if (digit <= 9) {
      mantissa = mantissa * 10 + digit;
      if (mantissa > LARGEST_INTEGER) return 0;
      digits++;
      power += step;
    } else if (byte === POINT && step === 0) step = -1;
    else break;
  }
  if (digits === 0) return 0;
  if ((byte | LOWER_CASE) === 0x65) {
    byte = load<u8>(++at);
    const sign = byte === MINUS ? -1 : 1;
    if (byte === MINUS || byte === PLUS) byte = load<u8>(++at);
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
