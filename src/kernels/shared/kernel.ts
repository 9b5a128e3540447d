import {
  engine,
  getBackend,
  getKernel,
  registerKernel,
  type KernelBackend,
  type NamedAttrMap,
  type NamedTensorMap,
  type Tensor,
  type TensorInfo,
} from '../../tensors/tensors.ts';

/** The device names under which kernels are registered. `cpu` runs the float64 references: slow, for tests. */
export type DeviceName = 'cpu' | 'simd' | 'webgpu';

type Inputs = Record<string, Tensor | undefined>;

/**
 * Name and signature of a fused kernel, without an implementation. Outputs are always a tuple, so that one adapter fits
 * all kernels.
 */
export interface Kernel<I extends Inputs, A extends object, O extends readonly Tensor[]> {
  readonly name: string;
  /** Type-only: carries the signature to `run` and `implement`. */
  readonly signature?: (inputs: I, attrs: A) => O;
}

export interface KernelCall<I extends Inputs, A extends object, B extends KernelBackend> {
  inputs: { [Name in keyof I]: I[Name] extends Tensor ? TensorInfo : TensorInfo | undefined };
  attrs: A;
  backend: B;
}

export type KernelOutputs<O extends readonly Tensor[]> = { [Index in keyof O]: TensorInfo };

/** Declares a kernel. The prefix distinguishes it from TF.js' own kernels. */
export function kernel<I extends Inputs, A extends object, O extends readonly Tensor[]>(name: string): Kernel<I, A, O> {
  return { name: `Tagsmith/${name}` };
}

/** Runs the kernel on the current backend. The caller must check shapes: implementations do not. */
export function run<I extends Inputs, A extends object, O extends readonly Tensor[]>(
  { name }: Kernel<I, A, O>,
  inputs: I,
  attrs: A,
): O {
  return engine().runKernel(
    name,
    inputs as NamedTensorMap,
    attrs as unknown as NamedAttrMap,
  ) as Tensor[] as unknown as O;
}

/** Whether the current backend has the kernel. One that only saves launches is optional: without it, an op is composed of others. */
export function isImplemented({ name }: { readonly name: string }): boolean {
  return getKernel(name, getBackend()) !== undefined;
}

/** Numbers the tensors of a list, because each input of a TF.js kernel needs a distinct name. */
export function numbered<Name extends string>(
  name: Name,
  tensors: readonly Tensor[],
): Record<`${Name}${number}`, Tensor> {
  return Object.fromEntries(tensors.map((tensor, i) => [`${name}${i}`, tensor])) as Record<`${Name}${number}`, Tensor>;
}

/** The inputs named by `numbered`, in order. */
export function severalOf<Name extends string>(
  name: Name,
  inputs: Partial<Record<`${Name}${number}`, TensorInfo>>,
): TensorInfo[] {
  const tensors: TensorInfo[] = [];
  for (let tensor; (tensor = inputs[`${name}${tensors.length}`]) !== undefined;) tensors.push(tensor);
  return tensors;
}

/** Registers the kernel's implementation for one backend. The only cast of TF.js' untyped registry. */
export function implement<I extends Inputs, A extends object, O extends readonly Tensor[], B extends KernelBackend>(
  { name }: Kernel<I, A, O>,
  backendName: DeviceName,
  kernelFunc: (call: KernelCall<I, A, B>) => KernelOutputs<O>,
): void {
  registerKernel({
    kernelName: name,
    backendName,
    kernelFunc: (call) => [...kernelFunc(call as unknown as KernelCall<I, A, B>)],
  });
}
