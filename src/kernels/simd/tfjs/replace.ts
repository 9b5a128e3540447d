import { getKernel, registerKernel, type TensorInfo } from '../../../tensors/tensors.ts';
import { defined } from '../../../lib/assert.ts';
import type { SimdBackend } from '../backend.ts';
import { onHost } from '../on-host.ts';

/** Inputs by name. In TF.js' own types each may be undefined. */
export type Inputs<Name extends string> = Record<Name, TensorInfo>;

/** The inputs and attributes of one call of a TF.js kernel. */
export interface KernelCall<I, A> {
  inputs: I;
  attrs: A;
  backend: SimdBackend;
}

/**
 * Registers our implementation of one of TF.js' own kernels. If it returns undefined (other types, rare shapes), the kernel of
 * the CPU backend runs.
 */
export function replaceKernel<I, A>(
  kernelName: string,
  kernelFunc: (call: KernelCall<I, A>) => TensorInfo | TensorInfo[] | undefined,
): void {
  const cpu = defined(getKernel(kernelName, 'cpu'), () => `simd: the CPU backend has no kernel ${kernelName}`);
  const other = onHost(kernelName, cpu.kernelFunc);
  registerKernel({
    kernelName,
    backendName: 'simd',
    kernelFunc: (call) => kernelFunc(call as unknown as KernelCall<I, A>) ?? other(call),
  });
}

export function allFloat(...tensors: TensorInfo[]): boolean {
  return tensors.every(({ dtype }) => dtype === 'float32');
}
