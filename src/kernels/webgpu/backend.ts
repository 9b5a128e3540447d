import { WebGPUBackend } from '../../tensors/webgpu.ts';
import { util, type backend_util, type TensorInfo } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { DeviceFailure } from '../shared/device-failure.ts';
import { BindGroups, type Uniforms } from './bind-groups.ts';
import { BufferPool } from './buffer-pool.ts';

type DataId = TensorInfo['dataId'];
type RunArguments = Parameters<WebGPUBackend['runWebGPUProgram']>;

/** Dispatches recorded before they are submitted: about those of a training step. */
const DISPATCHES_PER_SUBMIT = 64;

/** Buffers of computed tensors. Their next owner may be another tensor of the same step: commands run in order. */
const COMPUTED = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
/** Buffers that are written by the host, which happens before the commands of a submit: reused after it only. */
const UPLOADED = () => COMPUTED() | GPUBufferUsage.COPY_DST;

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
  readonly #bindGroups: BindGroups;
  readonly #internals: Internals;
  #failure: DeviceFailure | undefined;

  /** @param onFailure called once, when the device is lost or at the first error */
  constructor(device: GPUDevice, info: GPUAdapterInfo, onFailure: (failure: DeviceFailure) => void) {
    super(device, info);
    this.#pool = new BufferPool(device);
    this.bufferManager = this.#pool as unknown as WebGPUBackend['bufferManager'];
    this.#bindGroups = new BindGroups(device);
    this.#internals = this as unknown as Internals;
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
      data.resource = this.#pool.acquireBuffer(size, COMPUTED());
      return;
    }
    const Words = dtype === 'float32' ? Float32Array : Int32Array;
    const words = values instanceof Words ? values : Words.from(values as ArrayLike<number>);
    const buffer = this.#pool.acquireBuffer(size, UPLOADED());
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
    if (!internals.computePassEncoder) {
      this.ensureCommandEncoderReady();
      internals.computePassEncoder = internals.commandEncoder.beginComputePass();
    }
    const pass = internals.computePassEncoder;
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(...(program.dispatch as [number, number, number]));
    internals.dispatchCountInPass++;
    if (internals.dispatchCountInPass >= DISPATCHES_PER_SUBMIT || this.#bindGroups.isFull) {
      this.endComputePassEncoder();
      this.submitQueue();
    }
  }

  override submitQueue(): void {
    this.#bindGroups.flush();
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
