// TF.js' backend and its own kernels; importing it registers them.
import '../tensors/webgpu.ts';
import { registerViterbiWebgpu } from '../crf/webgpu-viterbi.ts';
import { registerCrfWebgpu } from '../crf/webgpu.ts';
import { registerAlgebraWebgpu } from '../kernels/algebra/webgpu.ts';
import { registerCharPoolWebgpu } from '../kernels/char-pool/webgpu.ts';
import { registerConsistencyWebgpu } from '../kernels/consistency/webgpu.ts';
import { registerDropoutWebgpu } from '../kernels/dropout/webgpu.ts';
import { registerLayerMixWebgpu } from '../kernels/layer-mix/webgpu.ts';
import { registerLinearWebgpu } from '../kernels/linear/webgpu.ts';
import { registerLinksWebgpu } from '../kernels/links/webgpu.ts';
import { registerLookupWebgpu } from '../kernels/lookup/webgpu.ts';
import { registerOptimizerWebgpu } from '../kernels/optimizer/webgpu.ts';
import { registerRecurrentWebgpu } from '../kernels/recurrent/webgpu.ts';
import { registerSequenceMaxWebgpu } from '../kernels/sequence-max/webgpu.ts';
import { replaceTfjsKernels } from '../kernels/webgpu/tfjs.ts';

let registered = false;

/** Registers our kernels for TF.js' `webgpu` backend. Idempotent. */
export function registerWebgpuKernels(): void {
  if (registered) return; // TF.js warns if a kernel is registered twice
  registered = true;
  replaceTfjsKernels();
  registerAlgebraWebgpu();
  registerLinksWebgpu();
  registerConsistencyWebgpu();
  registerLayerMixWebgpu();
  registerLookupWebgpu();
  registerCharPoolWebgpu();
  registerSequenceMaxWebgpu();
  registerLinearWebgpu();
  registerRecurrentWebgpu();
  registerDropoutWebgpu();
  registerOptimizerWebgpu();
  registerCrfWebgpu();
  registerViterbiWebgpu();
}
