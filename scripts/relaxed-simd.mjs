// Node 20 has relaxed SIMD only behind a flag of V8; later versions have it without.
import { setFlagsFromString } from 'node:v8';
import { relaxedSimd } from 'wasm-feature-detect';

/** Arguments with which Node has relaxed SIMD. */
export const RELAXED_SIMD_FLAGS = (await relaxedSimd()) ? [] : ['--experimental-wasm-relaxed-simd'];

/** Turns relaxed SIMD on in this process. Call before any WebAssembly is compiled. */
export function enableRelaxedSimd() {
  for (const flag of RELAXED_SIMD_FLAGS) setFlagsFromString(flag);
}
