import { Identity, Reshape, type KernelFunc } from '../../tensors/tensors.ts';
import type { SimdBackend } from './backend.ts';

/** Kernels that do not read values. */
const SHAPE_KERNELS = new Set([Identity, Reshape]);

/** Wraps a kernel of TF.js' CPU backend, which runs on the host: the jobs that write its inputs are completed first. */
export function onHost(name: string, kernelFunc: KernelFunc): KernelFunc {
  if (SHAPE_KERNELS.has(name)) return kernelFunc;
  return (call) => {
    (call.backend as SimdBackend).flush();
    return kernelFunc(call);
  };
}
