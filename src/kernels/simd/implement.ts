import type { Tensor } from '../../tensors/tensors.ts';
import { implement, type Kernel, type KernelCall, type KernelOutputs } from '../shared/kernel.ts';
import type { SimdBackend } from './backend.ts';

/** Registers a kernel's implementation for the `simd` backend. */
export function implementSimd<
  I extends Record<string, Tensor | undefined>,
  A extends object,
  O extends readonly Tensor[],
>(kernel: Kernel<I, A, O>, kernelFunc: (call: KernelCall<I, A, SimdBackend>) => KernelOutputs<O>): void {
  implement(kernel, 'simd', (call: KernelCall<I, A, SimdBackend>) => call.backend.runKernel(() => kernelFunc(call)));
}
