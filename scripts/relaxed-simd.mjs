// Node 20 knows the relaxed SIMD instructions behind a flag of V8 only; later versions know them without.
import { setFlagsFromString } from 'node:v8';

export const RELAXED_SIMD_FLAG = '--experimental-wasm-relaxed-simd';

/** A function that returns `f32x4.relaxed_madd(0, 0, 0)`: valid only where the engine has relaxed SIMD. */
// prettier-ignore
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, // magic, version
  1, 5, 1, 96, 0, 1, 123, // type: () -> v128
  3, 2, 1, 0, // function 0 has type 0
  10, 19, 1, 17, 0, // code: one body of 17 bytes, no locals
  65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, // i32.const 0, i8x16.splat, three times
  253, 133, 2, 11, // f32x4.relaxed_madd, end
]);

export function hasRelaxedSimd() {
  return WebAssembly.validate(PROBE);
}

/** Turns relaxed SIMD on where it hides behind the flag. Call before any WebAssembly is compiled. */
export function enableRelaxedSimd() {
  if (!hasRelaxedSimd()) setFlagsFromString(RELAXED_SIMD_FLAG);
}
