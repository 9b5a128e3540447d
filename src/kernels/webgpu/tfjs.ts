import {
  BatchMatMul,
  getKernel,
  registerKernel,
  SplitV,
  Sum,
  unregisterKernel,
  type BatchMatMulAttrs,
  type NamedTensorMap,
  type SplitVAttrs,
  type SumAttrs,
  type TensorInfo,
} from '../../tensors/tensors.ts';
import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import { defined } from '../../lib/assert.ts';
import { splitColumns, sumOfRows } from './columns.ts';
import { matMul } from './mat-mul.ts';

/**
 * Replaces kernels of TF.js. Its matrix product is unrolled, and there is one program for each combination of sizes that fit its
 * tiles: on a software adapter, nine tenths of the compilation of a training were those. Where it splits the inner dimension, it adds up the
 * parts with float atomics, in no fixed order. Its split of columns takes a dispatch for each part, its sum of rows takes two.
 */
export function replaceTfjsKernels(): void {
  replace<{ a: TensorInfo; b: TensorInfo }, BatchMatMulAttrs>(BatchMatMul, (backend, { a, b }, attrs) =>
    matMul(backend, a, b, attrs),
  );
  replace<{ x: TensorInfo }, SplitVAttrs>(SplitV, (backend, { x }, { numOrSizeSplits, axis }) =>
    x.shape.length === 2 && axis === 1 && Array.isArray(numOrSizeSplits) && !numOrSizeSplits.includes(-1)
      ? splitColumns(backend, x, numOrSizeSplits)
      : undefined,
  );
  replace<{ x: TensorInfo }, SumAttrs>(Sum, (backend, { x }, { axis, keepDims }) =>
    x.shape.length === 2 && `${axis}` === '0' && !keepDims && x.dtype === 'float32' ? sumOfRows(backend, x) : undefined,
  );
}

/** @param compute undefined for calls that are left to TF.js */
function replace<I, A>(
  kernelName: string,
  compute: (backend: WebGPUBackend, inputs: I, attrs: A) => TensorInfo | TensorInfo[] | undefined,
): void {
  const { kernelFunc } = defined(getKernel(kernelName, 'webgpu'), () => `webgpu: TF.js has no kernel ${kernelName}`);
  unregisterKernel(kernelName, 'webgpu');
  registerKernel({
    kernelName,
    backendName: 'webgpu',
    kernelFunc: (call) =>
      compute(call.backend as WebGPUBackend, call.inputs as NamedTensorMap as I, call.attrs as unknown as A) ??
      kernelFunc(call),
  });
}
