import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import type { Tensor } from '../../tensors/tensors.ts';
import { implement, type Kernel, type KernelCall, type KernelOutputs } from '../shared/kernel.ts';

/** Registers a kernel's implementation for the `webgpu` backend. */
export function implementWebgpu<
  I extends Record<string, Tensor | undefined>,
  A extends object,
  O extends readonly Tensor[],
>(kernel: Kernel<I, A, O>, kernelFunc: (call: KernelCall<I, A, WebGPUBackend>) => KernelOutputs<O>): void {
  implement(kernel, 'webgpu', kernelFunc);
}
