import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import {
  dispose,
  findBackendFactory,
  registerBackend,
  removeBackend,
  setBackend,
  tensor1d,
  util,
  type backend_util,
  type TensorInfo,
} from '@tensorflow/tfjs-core';
import { assert } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { DeviceLoss } from '../device.ts';
import { sumOfSquares } from '../optimizer/op.ts';
import { BufferPool } from './buffer-pool.ts';
import { registerWebgpuKernels } from './register.ts';

type DataId = TensorInfo['dataId'];
type RunArguments = Parameters<WebGPUBackend['runWebGPUProgram']>;

/**
 * TF.js' WebGPU backend, which lets no failure pass. TF.js itself looks at none: a program that is refused leaves garbage in
 * its output, a lost device leaves zeros. It keeps no copies of what was read: our optimizer changes tensors in place,
 * also while they are being read. And its memory does not grow with every batch of a new size.
 */
export class GuardedWebgpuBackend extends WebGPUBackend {
  readonly #onLoss: (loss: DeviceLoss) => void;
  #loss: DeviceLoss | undefined;

  /** @param onLoss called once, at the first loss or error */
  constructor(device: GPUDevice, info: GPUAdapterInfo, onLoss: (loss: DeviceLoss) => void) {
    super(device, info);
    this.bufferManager = new BufferPool(device) as unknown as WebGPUBackend['bufferManager'];
    this.#onLoss = onLoss;
    device.addEventListener('uncapturederror', ({ error }) => {
      const what = error.constructor.name === 'GPUOutOfMemoryError' ? 'ran out of memory' : 'reported an error';
      this.#lose({ reason: 'error', message: `The GPU ${what}: ${error.message}` });
    });
    void device.lost.then(({ reason, message }) => {
      this.#lose({ reason, message: `The GPU was lost (${reason}). ${message}`.trim() });
    });
  }

  /** @throws StudioError DeviceLost */
  override runWebGPUProgram(...args: RunArguments): TensorInfo {
    if (this.#loss !== undefined) throw this.#lossError();
    try {
      return super.runWebGPUProgram(...args);
    } catch (cause) {
      // Buffers cannot be made: the device was just lost, or is out of memory.
      throw cause instanceof RangeError ? this.#lossError(cause) : cause;
    }
  }

  /**
   * The tensor may be disposed of meanwhile.
   *
   * @throws StudioError DeviceLost when the values cannot be trusted
   */
  override async read(dataId: DataId): Promise<backend_util.BackendValues> {
    const { values, resource, dtype, shape } = this.tensorMap.get(dataId);
    if (values || !(resource instanceof GPUBuffer)) return super.read(dataId); // still on the host
    const bytes = await this.getBufferData(resource).catch((cause: unknown) => {
      throw this.#lossError(cause);
    });
    if (this.#loss !== undefined) throw this.#lossError();
    const size = Int32Array.BYTES_PER_ELEMENT * util.sizeFromShape(shape); // a buffer may be larger
    return util.convertBackendValuesAndArrayBuffer(bytes.slice(0, size), dtype);
  }

  /** TF.js' own draws the values on a canvas: slow at best, and Chromium without a screen loses the device by it. */
  override readSync(dataId: DataId): backend_util.BackendValues {
    const { values } = this.tensorMap.get(dataId);
    assert(Boolean(values), () => 'webgpu: a tensor on the GPU is read with data(), not with dataSync()');
    return values;
  }

  override dispose(): void {
    this.#loss ??= { reason: 'destroyed', message: 'The GPU was closed.' }; // as asked: nobody is told
    super.dispose();
    this.device.destroy();
  }

  #lossError(cause?: unknown): StudioError {
    const what = this.#loss?.message ?? `The GPU fails: ${String(cause)}.`;
    return new StudioError('DeviceLost', `${what} Choose the device simd to go on.`, { cause });
  }

  #lose(loss: DeviceLoss): void {
    if (this.#loss !== undefined) return;
    this.#loss = loss;
    this.#onLoss(loss);
  }
}

/**
 * Makes `webgpu` TF.js' current backend, on a device of this adapter, with our kernels, and tries it.
 *
 * @returns what closes the device
 * @throws when the adapter gives no device, or one that computes wrongly
 */
export async function openWebgpu(adapter: GPUAdapter, onLoss: (loss: DeviceLoss) => void): Promise<() => void> {
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  // Large word tables need large buffers. All else works within what WebGPU guarantees everywhere.
  const device = await adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
  const backend = new GuardedWebgpuBackend(device, adapter.info, onLoss);
  registerWebgpuKernels();
  // TF.js registers its own backend of this name when it is imported, where there is WebGPU.
  if (findBackendFactory('webgpu')) removeBackend('webgpu');
  registerBackend('webgpu', () => backend);
  try {
    assert(await setBackend('webgpu'), () => 'webgpu: the backend does not start');
    await tryOut(device);
  } catch (error) {
    closeWebgpu();
    throw error;
  }
  return closeWebgpu;
}

function closeWebgpu(): void {
  removeBackend('webgpu'); // disposes of it
}

/** A sum over a workgroup: barriers, workgroup memory, a transfer each way. */
async function tryOut(device: GPUDevice): Promise<void> {
  device.pushErrorScope('validation');
  const x = tensor1d(Float32Array.from({ length: 300 }, (_, i) => i % 3));
  const sum = sumOfSquares([x]);
  const [value] = await sum.data();
  dispose([x, sum]);
  const error = await device.popErrorScope();
  assert(error === null, () => `its first program was refused: ${error?.message}`);
  assert(value === 500, () => `it sums to ${value} what makes 500`);
}
