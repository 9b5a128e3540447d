// Half precision: IEEE 754 binary16, as in safetensors' F16 and ONNX' FLOAT16.

/** [65536] the value of each bit pattern. The table has 256 KiB, so reuse it. */
export function float16Table(): Float32Array {
  const table = new Float32Array(65536);
  const bits = new Uint32Array(table.buffer);
  for (let half = 0; half < 32768; half++) {
    const exponent = half >> 10;
    if (exponent === 0) table[half] = half * 2 ** -24;
    else bits[half] = (half << 13) + (exponent < 31 ? 0x38000000 : 0x70000000); // infinity and NaN are kept
    bits[half + 32768] = bits[half]! | 0x80000000;
  }
  return table;
}

/** Rounds to half precision, ties to even. Values beyond 65,519 become infinity. */
export function toFloat16(values: Float32Array): Uint16Array<ArrayBuffer> {
  const halves = new Uint16Array(values.length);
  const one = new Float32Array(1);
  const bitsOfOne = new Uint32Array(one.buffer);
  for (let i = 0; i < values.length; i++) {
    one[0] = values[i]!;
    const bits = bitsOfOne[0]!;
    const sign = (bits >>> 16) & 0x8000;
    const size = Math.abs(one[0]);
    halves[i] = sign | (size !== size ? 0x7e00 : bitsOfSize(size, bits & 0x7fffffff));
  }
  return halves;
}

/** @param size not negative @param bits of `size` in binary32 */
function bitsOfSize(size: number, bits: number): number {
  if (size >= 65520) return 0x7c00;
  if (size < 2 ** -14) return roundToEven(size * 2 ** 24); // subnormal: a multiple of 2^-24
  // Adjusts the exponent, then rounds off 13 bits; a carry correctly increments the exponent.
  return roundToEven((bits - 0x38000000) / 8192);
}

function roundToEven(x: number): number {
  const low = Math.floor(x);
  const rest = x - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low;
}
