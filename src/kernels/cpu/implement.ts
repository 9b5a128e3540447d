import type { MathBackendCPU } from '../../tensors/cpu.ts';
import type { Tensor, TensorInfo } from '../../tensors/tensors.ts';
import type { Ragged } from '../../data/batches/ragged.ts';
import { implement, type Kernel, type KernelCall, type KernelOutputs } from '../shared/kernel.ts';

/**
 * Registers a kernel's float64 reference for TF.js' `cpu` backend, which is used to check gradients and is far too slow for
 * training.
 */
export function implementCpu<
  I extends Record<string, Tensor | undefined>,
  A extends object,
  O extends readonly Tensor[],
>(kernel: Kernel<I, A, O>, kernelFunc: (call: KernelCall<I, A, MathBackendCPU>) => KernelOutputs<O>): void {
  implement(kernel, 'cpu', kernelFunc);
}

/** The tensor's own storage: writing to it changes the tensor. */
export function floatsOf(backend: MathBackendCPU, { dataId }: TensorInfo): Float32Array {
  return backend.data.get(dataId).values as Float32Array;
}

export function integersOf(backend: MathBackendCPU, { dataId }: TensorInfo): Int32Array {
  return backend.data.get(dataId).values as Int32Array;
}

export function raggedOf(backend: MathBackendCPU, inputs: { lengths: TensorInfo; stepOffsets: TensorInfo }): Ragged {
  return { lengths: integersOf(backend, inputs.lengths), stepOffsets: integersOf(backend, inputs.stepOffsets) };
}

/** A new tensor of float64 results, rounded. */
export function floatTensor(backend: MathBackendCPU, shape: number[], values: ArrayLike<number>): TensorInfo {
  return backend.makeTensorInfo(shape, 'float32', Float32Array.from(values));
}
