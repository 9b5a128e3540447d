import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import { util, type backend_util, type TensorInfo } from '@tensorflow/tfjs-core';
import { assert } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { DeviceFailure } from '../shared/device-failure.ts';
import { BufferPool } from './buffer-pool.ts';

type DataId = TensorInfo['dataId'];
type RunArguments = Parameters<WebGPUBackend['runWebGPUProgram']>;

/**
 * TF.js' WebGPU backend with error checks. TF.js itself ignores failures: a rejected program leaves garbage in its output, a lost
 * device leaves zeros. This backend also keeps no copies of tensors that were read, because our optimizer changes tensors in place, even
 * while they are being read. Its memory does not grow with every new batch size.
 */
export class GuardedWebgpuBackend extends WebGPUBackend {
  readonly #onFailure: (failure: DeviceFailure) => void;
  #failure: DeviceFailure | undefined;

  /** @param onFailure called once, when the device is lost or at the first error */
  constructor(device: GPUDevice, info: GPUAdapterInfo, onFailure: (failure: DeviceFailure) => void) {
    super(device, info);
    this.bufferManager = new BufferPool(device) as unknown as WebGPUBackend['bufferManager'];
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
