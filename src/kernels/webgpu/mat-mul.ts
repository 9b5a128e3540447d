import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import { env, getKernel, type KernelConfig, type NamedAttrMap, type TensorInfo } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';

/** TF.js' `MatMulProgramType.MatMulPackedProgram`: 32x32 tiles, each summed over the whole inner dimension. */
const PACKED = 3;

/**
 * For small results with a long inner dimension, such as gradients of weights, TF.js would split that dimension and add up the parts
 * with float atomics, in no fixed order. This forces a program that does not split, for all matrix products.
 */
export function forbidSplitMatMul(): void {
  env().set('WEBGPU_MATMUL_PROGRAM_TYPE', PACKED);
}

interface MatMulOptions {
  transposeA?: boolean;
  transposeB?: boolean;
  /** [columns of the result], added to each row. */
  bias?: TensorInfo;
}

/** `a . b (+ bias)` by TF.js' own kernel, over the last two dimensions: one dispatch. */
export function matMul(
  backend: WebGPUBackend,
  a: TensorInfo,
  b: TensorInfo,
  { transposeA = false, transposeB = false, bias }: MatMulOptions = {},
): TensorInfo {
  const { kernelFunc } = getKernel('_FusedMatMul', 'webgpu') as KernelConfig;
  const attrs: NamedAttrMap = { transposeA, transposeB, activation: 'linear' };
  const product = kernelFunc({ inputs: bias === undefined ? { a, b } : { a, b, bias }, attrs, backend });
  assert(!Array.isArray(product), () => 'matMul: one result');
  return product;
}
