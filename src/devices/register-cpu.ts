import { registerCrfCpu } from '../crf/cpu.ts';
import { registerCharPoolCpu } from '../kernels/char-pool/cpu.ts';
import { registerConsistencyCpu } from '../kernels/consistency/cpu.ts';
import { registerDropoutCpu } from '../kernels/dropout/cpu.ts';
import { registerLayerMixCpu } from '../kernels/layer-mix/cpu.ts';
import { registerLinearCpu } from '../kernels/linear/cpu.ts';
import { registerLinksCpu } from '../kernels/links/cpu.ts';
import { registerLookupCpu } from '../kernels/lookup/cpu.ts';
import { registerOptimizerCpu } from '../kernels/optimizer/cpu.ts';
import { registerRecurrentCpu } from '../kernels/recurrent/cpu.ts';
import { registerSequenceMaxCpu } from '../kernels/sequence-max/cpu.ts';

let registered = false;

/** Registers the float64 references as kernels of TF.js' `cpu` backend. Idempotent. For tests. */
export function registerCpuKernels(): void {
  if (registered) return; // TF.js warns if a kernel is registered twice
  registered = true;
  registerLinksCpu();
  registerConsistencyCpu();
  registerLayerMixCpu();
  registerLookupCpu();
  registerCharPoolCpu();
  registerSequenceMaxCpu();
  registerLinearCpu();
  registerRecurrentCpu();
  registerDropoutCpu();
  registerOptimizerCpu();
  registerCrfCpu();
}
