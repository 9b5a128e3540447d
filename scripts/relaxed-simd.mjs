// Node 20 supports relaxed SIMD only with a V8 flag; later versions need no flag.
import { setFlagsFromString } from 'node:v8';
import { relaxedSimd } from 'wasm-feature-detect';

/** Arguments that enable relaxed SIMD in Node. */
export const RELAXED_SIMD_FLAGS = (await relaxedSimd()) ? [] : ['--experimental-wasm-relaxed-simd'];

/** Enables relaxed SIMD in this process. Call before any WebAssembly is compiled. */
export function enableRelaxedSimd() {
  for (const flag of RELAXED_SIMD_FLAGS) setFlagsFromString(flag);
}
