const SPACE = 32;
const TAB = 9;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

/** Powers of ten are exact doubles up to 10^22. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const decoder = new TextDecoder();

/** Whether a byte separates the fields of a line. */
export function isSeparator(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

/**
 * Reads the decimal numbers of a line of bytes without allocating strings. Every value equals `Number(text)`: a mantissa of at
 * most 2^53 divided by a power of ten of at most 10^22 takes one rounding (Clinger 1990, "How to read floating point numbers
 * accurately"); other numbers are parsed by `Number`.
 */
export class DecimalScanner {
  #bytes = new Uint8Array(0);
  #end = 0;
  #at = 0;

  /** Sets the input to `bytes[start..end)`. */
  reset(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Whether only separators are left. */
  atEnd(): boolean {
    while (this.#at < this.#end && isSeparator(this.#bytes[this.#at]!)) this.#at++;
    return this.#at === this.#end;
  }

  /**
   * Fills `values`.
   *
   * @returns the number of values read. The next field, if that is less than `values.length`, is missing, not a decimal number,
   * or not finite as float32.
   */
  read(values: Float32Array | Float64Array): number {
    const bytes = this.#bytes;
    const end = this.#end;
    for (let i = 0; i < values.length; i++) {
      if (this.atEnd()) return i;
      const start = this.#at;
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
      // exponents are rare; anything else here is not a number
      const isSimple = isSeparator(byte) && digits > 0 && mantissa <= Number.MAX_SAFE_INTEGER && power >= -22;
      let value = isSimple ? mantissa / POWERS_OF_TEN[-power]! : this.#parseSlowly(start);
      if (Number.isNaN(value)) return i;
      if (isSimple) {
        this.#at = at;
        if (negative) value = -value;
      }
      values[i] = value;
    }
    return values.length;
  }

  #parseSlowly(start: number): number {
    let at = start;
    while (at < this.#end && !isSeparator(this.#bytes[at]!)) at++;
    this.#at = at;
    const text = decoder.decode(this.#bytes.subarray(start, at));
    const value = DECIMAL.test(text) ? Number(text) : NaN;
    return Number.isFinite(Math.fround(value)) ? value : NaN;
  }
}
