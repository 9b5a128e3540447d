import {
  type backend_util,
  findBackend,
  getKernelsForBackend,
  registerBackend,
  registerKernel,
  util,
  type DataType,
  type TensorInfo,
} from '@tensorflow/tfjs-core';
import { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import { assert } from '../../lib/assert.ts';
import type { Bytes } from '../../lib/units.ts';
import { Allocator } from './allocator.ts';
import type { SimdExports } from './exports.ts';
import { growMemory, loadSimdModule, type SimdModule, type SimdVariant } from './module.ts';
import { registerSimdKernels } from './register.ts';

type DataId = TensorInfo['dataId'];
type Values = backend_util.BackendValues;
type NumericType = 'float32' | 'int32' | 'bool';

const VIEWS = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;

/** Addresses below are never handed out: 0 stands for "none" in kernels. */
const FIRST_ADDRESS = 1024;

/**
 * TF.js' CPU backend with every tensor in one WebAssembly memory: its kernels work as they are, on typed arrays, and ours
 * read and write the same bytes in place. Strings and complex numbers stay where the CPU backend has them.
 */
export class SimdBackend extends MathBackendCPU {
  readonly wasm: SimdExports;
  readonly variant: SimdVariant;
  readonly #memory: WebAssembly.Memory;
  readonly #allocator: Allocator;
  #scratch = { address: 0, bytes: 0 };

  constructor({ wasm, variant, memory }: SimdModule) {
    super();
    this.wasm = wasm;
    this.variant = variant;
    this.#memory = memory;
    this.#allocator = new Allocator(FIRST_ADDRESS, (end) => growMemory(memory, end));
  }

  /** A new tensor for a kernel to write to. Its values are whatever the memory held. */
  output(shape: number[], dtype: NumericType = 'float32'): TensorInfo {
    return { dataId: this.#store(this.#allocate(util.sizeFromShape(shape), dtype), dtype, 1), shape, dtype };
  }

  /** The address of a tensor's values. */
  pointer({ dataId, dtype, shape }: TensorInfo): number {
    const { values } = this.data.get(dataId);
    assert(this.#isOurs(values), () => `simd: a tensor [${shape}] of type ${dtype} has no address`);
    return values.byteOffset;
  }

  /** The addresses of several tensors. */
  pointers<const T extends readonly TensorInfo[]>(...tensors: T): { [Index in keyof T]: number } {
    return tensors.map((tensor) => this.pointer(tensor)) as { [Index in keyof T]: number };
  }

  /** Working memory for one kernel call, uninitialised: valid until the next call of `scratch`. */
  scratch(floats: number): number {
    const bytes = 4 * floats;
    if (this.#scratch.address === 0 || bytes > this.#scratch.bytes) {
      if (this.#scratch.address !== 0) this.#allocator.free(this.#scratch.address);
      this.#scratch = { address: 0, bytes: 0 };
      this.#scratch = { address: this.#allocator.allocate(bytes), bytes };
    }
    return this.#scratch.address;
  }

  /** The scratch space that a matrix product asks for. */
  gemmScratch(): number {
    return this.scratch(this.wasm.gemmScratchFloats());
  }

  override write(values: Values, _shape: number[], dtype: DataType): DataId {
    return this.#store(this.#copyIn(values, dtype), dtype, 1);
  }

  override move(dataId: DataId, values: Values, _shape: number[], dtype: DataType, refCount: number): void {
    this.data.set(dataId, { values: this.#copyIn(values, dtype), dtype, refCount });
  }

  /** A copy: the tensor's own memory is used again after it is disposed. */
  override readSync(dataId: DataId): Values {
    const values = super.readSync(dataId);
    return this.#isOurs(values) ? values.slice() : values;
  }

  override disposeData(dataId: DataId, force = false): boolean {
    const values = this.data.has(dataId) ? this.data.get(dataId).values : undefined;
    const released = super.disposeData(dataId, force);
    if (released && this.#isOurs(values)) this.#allocator.free(values.byteOffset);
    return released;
  }

  override memory(): { unreliable: boolean; reasons: string[]; usedBytes: Bytes; reservedBytes: Bytes } {
    return {
      unreliable: false,
      reasons: [],
      usedBytes: this.#allocator.used,
      reservedBytes: this.#memory.buffer.byteLength,
    };
  }

  #store(values: Values, dtype: DataType, refCount: number): DataId {
    const dataId = {};
    this.data.set(dataId, { values, dtype, refCount });
    return dataId;
  }

  #allocate(size: number, dtype: NumericType): Float32Array | Int32Array | Uint8Array {
    const View = VIEWS[dtype];
    const address = this.#allocator.allocate(size * View.BYTES_PER_ELEMENT);
    return new View(this.#memory.buffer, address, size);
  }

  #copyIn(values: Values, dtype: DataType): Values {
    // The CPU backend makes complex tensors without values, from two real ones.
    if (values === undefined || values === null || dtype === 'string' || dtype === 'complex64') return values;
    const copy = this.#allocate(values.length, dtype);
    copy.set(values as Exclude<Values, Uint8Array[]>);
    return copy;
  }

  #isOurs(values: Values | undefined): values is Exclude<Values, Uint8Array[]> {
    // Not `instanceof SharedArrayBuffer`: a page that is not isolated has shared memory, but not the name.
    return ArrayBuffer.isView(values) && !(values.buffer instanceof ArrayBuffer);
  }
}

let installing: Promise<SimdBackend> | undefined;

/** Registers the TF.js backend `simd` and its kernels, once; later calls give the same backend. */
export function installSimdBackend(loadModule: () => Promise<SimdModule> = loadSimdModule): Promise<SimdBackend> {
  installing ??= install(loadModule).catch((error: unknown) => {
    installing = undefined; // the network may be back next time
    throw error;
  });
  return installing;
}

async function install(loadModule: () => Promise<SimdModule>): Promise<SimdBackend> {
  const backend = new SimdBackend(await loadModule());
  registerSimdKernels();
  copyMissingCpuKernels();
  registerBackend('simd', () => backend);
  assert(findBackend('simd') === backend, () => 'simd: the backend is registered twice');
  return backend;
}

/** Everything of TF.js' own that we do not replace. Not our float64 references: a missing kernel must not pass for a slow one. */
function copyMissingCpuKernels(): void {
  const ours = new Set(getKernelsForBackend('simd').map(({ kernelName }) => kernelName));
  for (const config of getKernelsForBackend('cpu')) {
    if (ours.has(config.kernelName) || config.kernelName.startsWith('Tagsmith/')) continue;
    registerKernel({ ...config, backendName: 'simd' });
  }
}
