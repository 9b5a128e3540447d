import { registerCrfCpu } from '../../crf/cpu.ts';
import { registerCharPoolCpu } from '../char-pool/cpu.ts';
import { registerDropoutCpu } from '../dropout/cpu.ts';
import { registerLinearCpu } from '../linear/cpu.ts';
import { registerLookupCpu } from '../lookup/cpu.ts';
import { registerOptimizerCpu } from '../optimizer/cpu.ts';
import { registerRecurrentCpu } from '../recurrent/cpu.ts';

let registered = false;

/** Registers every reference as a kernel of TF.js' `cpu` backend, once. */
export function registerCpuKernels(): void {
  if (registered) return; // TF.js warns about a kernel that is registered again
  registered = true;
  registerLookupCpu();
  registerCharPoolCpu();
  registerLinearCpu();
  registerRecurrentCpu();
  registerDropoutCpu();
  registerOptimizerCpu();
  registerCrfCpu();
}
