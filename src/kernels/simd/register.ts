import { registerCrfSimd } from '../../crf/simd.ts';
import { registerCharPoolSimd } from '../char-pool/simd.ts';
import { registerDropoutSimd } from '../dropout/simd.ts';
import { registerLinearSimd } from '../linear/simd.ts';
import { registerLookupSimd } from '../lookup/simd.ts';
import { registerOptimizerSimd } from '../optimizer/simd.ts';
import { registerRecurrentSimd } from '../recurrent/simd.ts';

/** Every kernel of the `simd` backend that is ours. */
export function registerSimdKernels(): void {
  registerLinearSimd();
  registerRecurrentSimd();
  registerLookupSimd();
  registerCharPoolSimd();
  registerDropoutSimd();
  registerOptimizerSimd();
  registerCrfSimd();
}
