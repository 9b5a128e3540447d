import { registerLinearSimd } from '../linear/simd.ts';

/** Every kernel of the `simd` backend that is ours. */
export function registerSimdKernels(): void {
  registerLinearSimd();
}
