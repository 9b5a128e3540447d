import { type backend_util, util, type DataType, type TensorInfo } from '../../tensors/tensors.ts';
import { MathBackendCPU } from '../../tensors/cpu.ts';
import { assert } from '../../lib/assert.ts';
import type { Pointer } from '../../lib/pointer.ts';
import type { Bytes, Microseconds } from '../../lib/units.ts';
import type { DeviceFailure } from '../shared/device-failure.ts';
import { Allocator, GrowingBlock, LINE, SharedAllocator } from './allocator.ts';
import type { Functions, Task } from './generated/kernels.js';
import { growMemory, performTask, type SimdModule, type SimdVariant } from './module.ts';
import { JobRing } from './threads/job-ring.ts';
import { ThreadPool } from './threads/pool.ts';
import { unequalShares } from './threads/ranges.ts';

type DataId = TensorInfo['dataId'];
type Values = backend_util.BackendValues;
type NumericType = 'float32' | 'int32' | 'bool';

const VIEWS = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;

/** Lower addresses are never allocated: kernels take 0 as a null pointer. */
const FIRST_ADDRESS = 1024;

/** Shorter work is not divided: a job for all threads costs some microseconds, waking them up a hundred. */
const MIN_DIVIDED: Microseconds = 50;

/**
 * TF.js' CPU backend with every tensor in one WebAssembly memory: its kernels work unchanged on typed arrays, and ours read
 * and write the same bytes in place. Strings and complex numbers use the storage of the CPU backend.
 */
export class SimdBackend extends MathBackendCPU {
  readonly wasm: Functions;
  readonly variant: SimdVariant;
  readonly #module: SimdModule;
  readonly #memory: WebAssembly.Memory;
  readonly #allocator: Allocator;
  readonly #blocks: SharedAllocator;
  readonly #workspace: GrowingBlock;
  readonly #scratch: GrowingBlock;
  #pool: ThreadPool | undefined;
  /** Outputs of the running kernel so far. */
  #created: DataId[] = [];
  /** Tensors that kernels write, possibly after they have returned. */
  readonly #outputs = new WeakSet<DataId>();
  #minDivided: Microseconds = MIN_DIVIDED;

  constructor(module: SimdModule) {
    super();
    this.wasm = module.wasm;
    this.variant = module.variant;
    this.#module = module;
    this.#memory = module.memory;
    this.#allocator = new Allocator(FIRST_ADDRESS, (end) => growMemory(module.memory, end));
    this.#blocks = new SharedAllocator(this.#allocator, () => this.#pool);
    this.#workspace = new GrowingBlock(this.#blocks);
    this.#scratch = new GrowingBlock(this.#blocks);
  }

  /** Number of threads that perform tasks, including the caller. */
  get threads(): number {
    return this.#pool?.size ?? 1;
  }

  /**
   * Starts threads and stops the previous ones.
   *
   * @param onFailure called once, when a thread fails: results of this backend are then invalid, and it is no longer usable
   * @throws if the threads do not start; the caller then computes alone
   */
  async startThreads(
    threads: number,
    onFailure: (failure: DeviceFailure) => void,
    minDivided = MIN_DIVIDED,
  ): Promise<void> {
    this.stopThreads();
    // Never freed: threads that were stopped may still read it.
    const ring = this.#allocator.allocate(JobRing.BYTES);
    const pool = threads > 1 ? await ThreadPool.start(this.#module, { threads, ring, onFailure }) : undefined;
    this.stopThreads(); // threads of a concurrent call
    this.#pool = pool;
    this.#minDivided = minDivided;
  }

  /** Selects integer or float products, also for threads started later. For tests of products in floats. */
  multiplyInIntegers(inIntegers: boolean): void {
    this.wasm.IN_INTEGERS.value = inIntegers ? 1 : 0;
  }

  /** Simulates the failure of a thread, for tests. */
  loseThreads(): void {
    this.#pool?.fail('a test asked for it');
  }

  stopThreads(): void {
    try {
      this.#pool?.flush();
    } catch {
      // A thread has failed, and was reported.
    }
    this.#pool?.stop();
    this.#pool = undefined;
  }

  /**
   * Number of parts to divide some work into: one per thread, or one if dividing would not be faster.
   *
   * @param work its approximate time on one thread
   */
  parts(work: Microseconds): number {
    return work < this.#minDivided ? 1 : this.threads;
  }

  /**
   * Shares into which each of `equal` pieces of work, such as two directions, is divided, for long tasks: not all threads start at
   * the same time.
   *
   * @param work approximate total time on one thread
   */
  shares(work: Microseconds, equal = 1): number[] {
    const parts = this.parts(work);
    if (parts === 1) return [1];
    return unequalShares(parts % equal === 0 ? parts / equal : parts);
  }

  /**
   * Performs tasks on all threads, in any order. The output of a task must not overlap with memory that another one reads or writes.
   * With threads this returns before the tasks are completed; those of the next call are performed after them.
   *
   * @param scratchFloats size of the scratch space per task
   */
  run(tasks: readonly Task[], scratchFloats = 0): void {
    const step = LINE * Math.ceil((4 * scratchFloats) / LINE);
    const scratch = this.#scratch.take(step * this.threads);
    if (this.#pool !== undefined) this.#pool.run(tasks, scratch, step);
    else for (const task of tasks) performTask(this.#module, task, scratch);
  }

  /** Waits until all tasks are completed. Call it before reading the outputs of kernels. */
  flush(): void {
    this.#pool?.flush();
  }

  /** A new, uninitialised tensor for a kernel to write to. */
  output(shape: number[], dtype: NumericType = 'float32'): TensorInfo {
    const dataId = this.#store(this.#allocate(util.sizeFromShape(shape), dtype), dtype, 1);
    this.#created.push(dataId);
    this.#outputs.add(dataId);
    return { dataId, shape, dtype };
  }

  /**
   * Runs a kernel. If it fails, its outputs so far, which TF.js does not know yet, are freed, so that a smaller batch may
   * fit.
   */
  runKernel<T>(kernel: () => T): T {
    this.#created = [];
    try {
      return kernel();
    } catch (error) {
      for (const dataId of this.#created) this.disposeData(dataId);
      throw error;
    }
  }

  /** The address of a tensor's values. */
  pointer({ dataId, dtype, shape }: TensorInfo): Pointer {
    const { values } = this.data.get(dataId);
    assert(this.#isOurs(values), () => `simd: a tensor [${shape}] of type ${dtype} has no address`);
    return values.byteOffset as Pointer;
  }

  /** A tensor's integers, in place. Waits for the tasks that write them, if any. */
  integers({ dataId }: TensorInfo): Int32Array {
    if (this.#outputs.has(dataId)) this.flush();
    return this.data.get(dataId).values as Int32Array;
  }

  /** Uninitialised memory shared by the tasks of one kernel; valid until the next call of `workspace`. */
  workspace(floats: number): Pointer {
    return this.#workspace.take(4 * floats);
  }

  override write(values: Values, _shape: number[], dtype: DataType): DataId {
    return this.#store(this.#copyIn(values, dtype), dtype, 1);
  }

  override move(dataId: DataId, values: Values, _shape: number[], dtype: DataType, refCount: number): void {
    this.data.set(dataId, { values: this.#copyIn(values, dtype), dtype, refCount });
  }

  /** A copy: the tensor's own memory is reused after it is disposed. */
  override readSync(dataId: DataId): Values {
    this.flush();
    const values = super.readSync(dataId);
    return this.#isOurs(values) ? values.slice() : values;
  }

  override disposeData(dataId: DataId, force = false): boolean {
    const values = this.data.has(dataId) ? this.data.get(dataId).values : undefined;
    const released = super.disposeData(dataId, force);
    if (released && this.#isOurs(values)) this.#blocks.free(values.byteOffset);
    return released;
  }

  override memory(): { unreliable: boolean; reasons: string[]; usedBytes: Bytes; reservedBytes: Bytes } {
    this.#blocks.reclaim();
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
    const address = this.#blocks.allocate(size * View.BYTES_PER_ELEMENT);
    return new View(this.#memory.buffer, address, size);
  }

  #copyIn(values: Values, dtype: DataType): Values {
    // The CPU backend composes complex tensors of two real ones, without separate values.
    if (values === undefined || values === null || dtype === 'string' || dtype === 'complex64') return values;
    const copy = this.#allocate(values.length, dtype);
    copy.set(values as Exclude<Values, Uint8Array[]>);
    return copy;
  }

  #isOurs(values: Values | undefined): values is Exclude<Values, Uint8Array[]> {
    // Not `instanceof SharedArrayBuffer`: a page that is not isolated has shared memory, but not that global.
    return ArrayBuffer.isView(values) && !(values.buffer instanceof ArrayBuffer);
  }
}
