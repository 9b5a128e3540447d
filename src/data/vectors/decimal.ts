const SPACE = 32;
const TAB = 9;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

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

  /**
   * Reads as many fields as there are `values`.
   *
   * @returns how many were read: the next one is no decimal number, is none that float32 holds, or is not there
   */
  read(values: Float32Array | Float64Array): number {
    const { bytes, end } = this;
    for (let i = 0; i < values.length; i++) {
      if (this.atEnd()) return i;
      const start = this.at;
      let at = start;
      let byte = bytes[at]!;
      const negative = byte === MINUS;
      if (negative || byte === PLUS) byte = at + 1 < end ? bytes[++at]! : SPACE;

      let mantissa = 0;
      let digits = 0;
      let power = 0;
      while (byte >= ZERO && byte <= NINE) {
        mantissa = mantissa * 10 + (byte - ZERO);
        digits++;
        byte = ++at < end ? bytes[at]! : SPACE;
      }
      if (byte === POINT) {
        byte = ++at < end ? bytes[at]! : SPACE;
        const first = at;
        while (byte >= ZERO && byte <= NINE) {
          mantissa = mantissa * 10 + (byte - ZERO);
          byte = ++at < end ? bytes[at]! : SPACE;
        }
        power = first - at;
        digits -= power;
      }
      // an exponent is rare; anything else here is no number
      const short = isSeparator(byte) && digits > 0 && mantissa <= Number.MAX_SAFE_INTEGER && power >= -22;
      let value = short ? mantissa / POWERS_OF_TEN[-power]! : this.slow(start);
      if (Number.isNaN(value)) return i;
      if (short) {
        this.at = at;
        if (negative) value = -value;
      }
      values[i] = value;
    }
    return values.length;
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
