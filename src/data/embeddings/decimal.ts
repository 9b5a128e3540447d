const SPACE = 32;
const TAB = 9;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const LETTER_E = 69;
const LETTER_CASE = 32;

/** Exact as doubles up to 10^22. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const decoder = new TextDecoder();

/** Whether a byte separates the fields of a line. */
export function isSeparator(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

/**
 * Reads the decimal numbers of a line of bytes, one after the other, without making strings. Every value is the double that
 * `Number(text)` gives: a mantissa of at most 2^53 times or over a power of ten of at most 10^22 takes one rounding (Clinger
 * 1990, "How to read floating point numbers accurately"); anything longer goes through `Number` itself.
 */
export class DecimalScanner {
  private bytes = new Uint8Array(0);
  private end = 0;
  private at = 0;

  /** Starts on `bytes[start..end)`. */
  reset(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Whether only separators are left. */
  atEnd(): boolean {
    while (this.at < this.end && isSeparator(this.bytes[this.at]!)) this.at++;
    return this.at === this.end;
  }

  /** The next field; NaN where it is no decimal number, is none that float32 holds, or there is none. */
  next(): number {
    if (this.atEnd()) return NaN;
    const { bytes, end } = this;
    const start = this.at;
    let at = start;
    const negative = bytes[at] === MINUS;
    if (negative || bytes[at] === PLUS) at++;

    let mantissa = 0;
    let digits = at;
    for (; at < end; at++) {
      const digit = bytes[at]! - ZERO;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    digits = at - digits;
    let power = 0;
    if (bytes[at] === POINT && at < end) {
      const point = at++;
      for (; at < end; at++) {
        const digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        mantissa = mantissa * 10 + digit;
      }
      power = point + 1 - at;
      digits -= power;
    }
    if (at < end && (bytes[at]! & ~LETTER_CASE) === LETTER_E) {
      at++;
      const negativePower = bytes[at] === MINUS;
      if (negativePower || bytes[at] === PLUS) at++;
      const first = at;
      let exponent = 0;
      for (; at < end; at++) {
        const digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        exponent = exponent * 10 + digit;
      }
      if (at === first) digits = 0;
      power += negativePower ? -exponent : exponent;
    }

    const whole = at === end || isSeparator(bytes[at]!);
    if (!whole || digits === 0 || mantissa > Number.MAX_SAFE_INTEGER || power > 22 || power < -22)
      return this.slow(start);
    this.at = at;
    const value = power < 0 ? mantissa / POWERS_OF_TEN[-power]! : mantissa * POWERS_OF_TEN[power]!;
    return negative ? -value : value;
  }

  private slow(start: number): number {
    let at = start;
    while (at < this.end && !isSeparator(this.bytes[at]!)) at++;
    this.at = at;
    const text = decoder.decode(this.bytes.subarray(start, at));
    const value = DECIMAL.test(text) ? Number(text) : NaN;
    return Number.isFinite(Math.fround(value)) ? value : NaN;
  }
}
