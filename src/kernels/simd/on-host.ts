import { Identity, Reshape, type KernelFunc } from '@tensorflow/tfjs-core';
import type { SimdBackend } from './backend.ts';

/** They read no numbers. */
const OF_SHAPES = new Set([Identity, Reshape]);

/** A kernel of TF.js' CPU backend, which reads and writes on the host: what its inputs are made by has to be done before. */
export function onHost(name: string, kernelFunc: KernelFunc): KernelFunc {
  if (OF_SHAPES.has(name)) return kernelFunc;
  return (call) => {
    (call.backend as SimdBackend).flush();
    return kernelFunc(call);
  };
}
