import { registerCrfSimd } from '../crf/simd.ts';
import { registerCharPoolSimd } from '../kernels/char-pool/simd.ts';
import { registerDropoutSimd } from '../kernels/dropout/simd.ts';
import { registerLinearSimd } from '../kernels/linear/simd.ts';
import { registerLookupSimd } from '../kernels/lookup/simd.ts';
import { registerOptimizerSimd } from '../kernels/optimizer/simd.ts';
import { registerRecurrentSimd } from '../kernels/recurrent/simd.ts';
import { registerArithmetic } from '../kernels/simd/tfjs/arithmetic.ts';
import { registerCopies } from '../kernels/simd/tfjs/copies.ts';

let registered = false;

/**
 * Every kernel of the `simd` backend that is ours, once: the fused ops, and those of TF.js that are slow in JavaScript.
 * TF.js' CPU kernels must be registered before.
 */
export function registerSimdKernels(): void {
  if (registered) return; // TF.js warns about a kernel that is registered again
  registered = true;
  registerLinearSimd();
  registerRecurrentSimd();
  registerLookupSimd();
  registerCharPoolSimd();
  registerDropoutSimd();
  registerOptimizerSimd();
  registerCrfSimd();
  registerArithmetic();
  registerCopies();
}
