import { registerCrfSimd } from '../crf/simd.ts';
import { registerCharPoolSimd } from '../kernels/char-pool/simd.ts';
import { registerConsistencySimd } from '../kernels/consistency/simd.ts';
import { registerDropoutSimd } from '../kernels/dropout/simd.ts';
import { registerLayerMixSimd } from '../kernels/layer-mix/simd.ts';
import { registerLinearSimd } from '../kernels/linear/simd.ts';
import { registerLinksSimd } from '../kernels/links/simd.ts';
import { registerLookupSimd } from '../kernels/lookup/simd.ts';
import { registerOptimizerSimd } from '../kernels/optimizer/simd.ts';
import { registerRecurrentSimd } from '../kernels/recurrent/simd.ts';
import { registerSequenceMaxSimd } from '../kernels/sequence-max/simd.ts';
import { registerArithmetic } from '../kernels/simd/tfjs/arithmetic.ts';
import { registerCopies } from '../kernels/simd/tfjs/copies.ts';

let registered = false;

/** Registers our `simd` kernels: the fused ops, and replacements of TF.js kernels that are slow in JavaScript. Idempotent. */
export function registerSimdKernels(): void {
  if (registered) return; // TF.js warns if a kernel is registered twice
  registered = true;
  registerLinearSimd();
  registerRecurrentSimd();
  registerLinksSimd();
  registerConsistencySimd();
  registerLayerMixSimd();
  registerLookupSimd();
  registerCharPoolSimd();
  registerSequenceMaxSimd();
  registerDropoutSimd();
  registerOptimizerSimd();
  registerCrfSimd();
  registerArithmetic();
  registerCopies();
}
