import { WebGPUBackend } from '../../tensors/webgpu.ts';
import { engine, util, type backend_util, type Tensor, type TensorInfo } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { DeviceFailure } from '../shared/device-failure.ts';
import type { HostArray, Repetition } from '../shared/repetition.ts';
import { BindGroups, type Uniforms } from './bind-groups.ts';
import { BufferPool } from './buffer-pool.ts';
import type { ChangingProgram } from './recorder.ts';
import type { RecordedDispatch } from './recording.ts';
import { Recordings, type RecordingHost } from './recordings.ts';

type DataId = TensorInfo['dataId'];
type RunArguments = Parameters<WebGPUBackend['runWebGPUProgram']>;

/** Dispatches recorded before they are submitted: about those of a training step. */
const DISPATCHES_PER_SUBMIT = 64;

/** Buffers of computed tensors. Their next owner may be another tensor of the same step: commands run in order. */
const COMPUTED = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
/** Buffers that are written by the host, which happens before the commands of a submit: reused after it only. */
const UPLOADED = () => COMPUTED() | GPUBufferUsage.COPY_DST;

/** The name of a program, without what distinguishes its variants. */
const nameOf = (shaderKey: string) =>
  shaderKey.startsWith('Tagsmith/') ? shaderKey.slice('Tagsmith/'.length).split(' ')[0]! : shaderKey.split(/_\d/)[0]!;

/** Members of TF.js' backend that its types hide. */
interface Internals {
  commandEncoder: GPUCommandEncoder;
  computePassEncoder: GPUComputePassEncoder | null;
  commandQueueOwnedIds: WeakSet<DataId>;
  dispatchCountInPass: number;
  recordAndSubmit: (program: RunArguments[0], output: TensorInfo, inputs: TensorInfo[], uniforms?: Uniforms) => void;
}

/**
 * TF.js' WebGPU backend with error checks. TF.js itself ignores failures: a rejected program leaves garbage in its output, a lost
 * device leaves zeros. This backend also keeps no copies of tensors that were read, because our optimizer changes tensors in place, even
 * while they are being read. Its memory does not grow with every new batch size.
 */
export class GuardedWebgpuBackend extends WebGPUBackend {
  readonly #onFailure: (failure: DeviceFailure) => void;
  readonly #pool: BufferPool;
  readonly #recordings: Recordings;
  readonly #bindGroups: BindGroups;
  readonly #internals: Internals;
  #failure: DeviceFailure | undefined;

  /** @param onFailure called once, when the device is lost or at the first error */
  constructor(device: GPUDevice, info: GPUAdapterInfo, onFailure: (failure: DeviceFailure) => void) {
    super(device, info);
    this.#pool = new BufferPool(device);
    this.#bindGroups = new BindGroups(device);
    this.#internals = this as unknown as Internals;
    this.#recordings = new Recordings(this.#recordingHost());
    this.bufferManager = this.#bufferManager() as unknown as WebGPUBackend['bufferManager'];
    this.#internals.recordAndSubmit = (...args) => this.#record(...args);
    this.#onFailure = onFailure;
    device.addEventListener('uncapturederror', ({ error }) => {
      const isFull = error.constructor.name === 'GPUOutOfMemoryError';
      const what = isFull ? 'ran out of memory' : 'reported an error';
      this.#fail({ reason: isFull ? 'out-of-memory' : 'error', message: `The GPU ${what}: ${error.message}` });
    });
    void device.lost.then(({ reason, message }) => {
      this.#fail({ reason, message: `The GPU was lost (${reason}). ${message}`.trim() });
    });
  }

  /** @throws StudioError DeviceLost */
  override runWebGPUProgram(...args: RunArguments): TensorInfo {
    if (this.#failure !== undefined) throw this.#failureError();
    try {
      return super.runWebGPUProgram(...args);
    } catch (cause) {
      // Buffers cannot be created: the device was just lost, or is out of memory.
      throw cause instanceof RangeError ? this.#failureError(cause) : cause;
    }
  }

  /** Gives a tensor its buffer, with its values if it has any. */
  override uploadToGPU(dataId: DataId): void {
    const data = this.tensorMap.get(dataId);
    if (data.resource) return;
    const size = Int32Array.BYTES_PER_ELEMENT * util.sizeFromShape(data.shape);
    const { values, dtype } = data;
    if (!values) {
      data.resource = this.bufferManager.acquireBuffer(size, COMPUTED());
      return;
    }
    const Words = dtype === 'float32' ? Float32Array : Int32Array;
    const words = values instanceof Words ? values : Words.from(values as ArrayLike<number>);
    const buffer =
      this.#recordings.recorder?.upload(dataId, values as HostArray, size, UPLOADED()) ??
      this.bufferManager.acquireBuffer(size, UPLOADED());
    this.device.queue.writeBuffer(buffer, 0, words as Float32Array<ArrayBuffer>);
    data.resource = buffer;
    data.values = null as unknown as typeof values; // now only on the GPU
  }

  /** Replaces TF.js' `recordAndSubmit`: see `BindGroups`. */
  #record(program: RunArguments[0], output: TensorInfo, inputs: TensorInfo[], uniforms: Uniforms = []): void {
    const internals = this.#internals;
    const tensors = [output, ...inputs];
    const buffers = tensors.map(({ dataId }) => {
      const buffer = this.tensorMap.get(dataId).resource as GPUBuffer;
      if (buffer.usage & GPUBufferUsage.COPY_DST) internals.commandQueueOwnedIds.add(dataId);
      return buffer;
    });
    const shapes = [...inputs, output].map(({ shape }) => shape);
    const { outputComponent = 1 } = program;
    const size = program.size ? util.sizeFromShape(program.outputShape) / outputComponent : undefined;
    const pipeline = program.pipeline as GPUComputePipeline;
    const group = this.#bindGroups.of(pipeline, buffers, shapes, size, uniforms);
    const pass = this.#pass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    const workgroups = program.dispatch as [number, number, number];
    pass.dispatchWorkgroups(...workgroups);
    internals.dispatchCountInPass++;
    const { valuesNow } = program as ChangingProgram;
    this.#recordings.recorder?.add(tensors, buffers, {
      program: nameOf(program.shaderKey),
      pipeline,
      workgroups,
      lanes: program.workgroupSize.reduce((product, size) => product * size, 1),
      shapes,
      size,
      uniforms,
      valuesNow,
    });
    this.#submitIfLong();
  }

  #pass(): GPUComputePassEncoder {
    const internals = this.#internals;
    if (!internals.computePassEncoder) {
      this.ensureCommandEncoderReady();
      internals.computePassEncoder = internals.commandEncoder.beginComputePass();
    }
    return internals.computePassEncoder;
  }

  #submitIfLong(): void {
    if (this.#internals.dispatchCountInPass < DISPATCHES_PER_SUBMIT && !this.#bindGroups.isFull) return;
    this.endComputePassEncoder();
    this.submitQueue();
  }

  /** Commands of calls that are made again and again. */
  startRepetition(): Repetition {
    return this.#recordings.start();
  }

  /** The dispatches of the call that was repeated last; none before. */
  get repeatedDispatches(): readonly RecordedDispatch[] {
    return this.#recordings.last?.dispatches ?? [];
  }

  #submitAll(): void {
    if (!this.#internals.commandEncoder) return;
    this.endComputePassEncoder();
    this.submitQueue();
  }

  /** What recorded calls need of this backend. */
  #recordingHost(): RecordingHost {
    const internals = this.#internals;
    return {
      device: this.device,
      bufferOf: ({ dataId }) => this.tensorMap.get(dataId).resource as GPUBuffer,
      copyOf: (buffer, like) => this.#copyOf(buffer, like),
      assertWorks: () => {
        if (this.#failure !== undefined) throw this.#failureError();
      },
      encoder: () => {
        this.endComputePassEncoder();
        this.ensureCommandEncoderReady();
        return internals.commandEncoder;
      },
      pass: () => this.#pass(),
      submit: () => this.#submitAll(),
      forgetBindGroups: () => this.#bindGroups.clear(),
    };
  }

  /** Notes whether a tensor that a recorded call changes is gone. */
  override disposeData(dataId: DataId, force?: boolean): boolean {
    if (!this.#recordings.changes(dataId)) return super.disposeData(dataId, force);
    const data = this.tensorMap.get(dataId);
    const isDisposed = super.disposeData(dataId, force);
    if (data.refCount <= 0) this.#recordings.lose(dataId);
    return isDisposed;
  }

  /** A new tensor with the values of a buffer. */
  #copyOf(buffer: GPUBuffer, { shape, dtype }: Pick<Tensor, 'shape' | 'dtype'>): Tensor {
    const info = this.makeTensorInfo(shape, dtype);
    const size = Int32Array.BYTES_PER_ELEMENT * util.sizeFromShape(shape);
    const target = this.#pool.acquireBuffer(size, UPLOADED());
    this.tensorMap.get(info.dataId).resource = target;
    this.endComputePassEncoder();
    this.ensureCommandEncoderReady();
    this.#internals.commandEncoder.copyBufferToBuffer(buffer, 0, target, 0, size);
    this.#internals.commandQueueOwnedIds.add(info.dataId);
    return engine().makeTensorFromTensorInfo(info);
  }

  /** In place of TF.js': buffers come from the pool or, while a call is recorded, from the arena, and go back to where they came from. */
  #bufferManager() {
    const recordings = this.#recordings;
    const pools = [this.#pool, recordings.arena];
    return {
      acquireBuffer: (...args: Parameters<BufferPool['acquireBuffer']>) =>
        (recordings.recorder === undefined ? this.#pool : recordings.arena).acquireBuffer(...args),
      releaseBuffer: (...args: Parameters<BufferPool['releaseBuffer']>) => {
        for (const pool of pools) pool.releaseBuffer(...args);
      },
      dispose: () => {
        for (const pool of pools) pool.dispose();
      },
      get numBytesUsed() {
        return pools.reduce((sum, { numBytesUsed }) => sum + numBytesUsed, recordings.bytes);
      },
      get numBytesAllocated() {
        return pools.reduce((sum, { numBytesAllocated }) => sum + numBytesAllocated, recordings.bytes);
      },
    };
  }

  override submitQueue(): void {
    this.#bindGroups.flush();
    this.#recordings.beforeSubmit();
    super.submitQueue();
    const isTrimmed = this.#pool.trim();
    if (isTrimmed || this.#bindGroups.isFull) this.#bindGroups.clear();
  }

  /**
   * The tensor may be disposed during the read.
   *
   * @throws StudioError DeviceLost if the values are unreliable
   */
  override async read(dataId: DataId): Promise<backend_util.BackendValues> {
    const { values, resource, dtype, shape } = this.tensorMap.get(dataId);
    if (values || !(resource instanceof GPUBuffer)) return super.read(dataId); // still on the host
    const bytes = await this.getBufferData(resource).catch((cause: unknown) => {
      throw this.#failureError(cause);
    });
    if (this.#failure !== undefined) throw this.#failureError();
    const size = Int32Array.BYTES_PER_ELEMENT * util.sizeFromShape(shape); // a buffer may be larger
    return util.convertBackendValuesAndArrayBuffer(bytes.slice(0, size), dtype);
  }

  /** TF.js' own method draws the values on a canvas, which is slow, and loses the device in headless Chromium. */
  override readSync(dataId: DataId): backend_util.BackendValues {
    const { values } = this.tensorMap.get(dataId);
    assert(Boolean(values), () => 'webgpu: a tensor on the GPU is read with data(), not with dataSync()');
    return values;
  }

  override dispose(): void {
    this.#failure ??= { reason: 'destroyed', message: 'The GPU was closed.' }; // on request: not reported
    super.dispose();
    this.#bindGroups.dispose();
    this.device.destroy();
  }

  #failureError(cause?: unknown): StudioError {
    const what = this.#failure?.message ?? `The GPU fails: ${String(cause)}.`;
    return new StudioError('DeviceLost', `${what} Choose the device simd to continue.`, { cause });
  }

  #fail(failure: DeviceFailure): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    this.#onFailure(failure);
  }
}
