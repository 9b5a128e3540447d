import type { Bytes } from '../../lib/units.ts';

/** What may lie about for the next tensors. */
const MOST_FREE: Bytes = 256 * 2 ** 20;

/** Below this, buffers of all sizes are alike. */
const SMALLEST: Bytes = 64;

type PoolDevice = Pick<GPUDevice, 'createBuffer'> & {
  limits: Pick<GPUSupportedLimits, 'maxBufferSize' | 'maxStorageBufferBindingSize'>;
};

/**
 * Buffers that are used again, in place of TF.js' `BufferManager`. That one keeps every buffer for tensors of exactly
 * its size, and so, where no two batches are of the same size, keeps more of them with every batch. Here a buffer
 * serves all tensors of about its size, a quarter of an octave, and those that were not used for longest are given
 * back.
 */
export class BufferPool {
  numBytesUsed: Bytes = 0;
  numBytesAllocated: Bytes = 0;
  readonly #device: PoolDevice;
  readonly #used = new Set<GPUBuffer>();
  /** By size and usage; the kind that was released last comes last. */
  readonly #free = new Map<string, GPUBuffer[]>();

  constructor(device: PoolDevice) {
    this.#device = device;
  }

  /**
   * @param size the buffer's is this or a little more
   * @param mappedAtCreation it may be mapped: one that is used again is not
   * @param reuse whether it comes from the pool
   */
  acquireBuffer(size: Bytes, usage: GPUBufferUsageFlags, mappedAtCreation = false, reuse = true): GPUBuffer {
    const buffer =
      (reuse ? this.#free.get(kind(this.#rounded(size), usage))?.pop() : undefined) ??
      this.#create(reuse ? this.#rounded(size) : size, usage, mappedAtCreation);
    this.#used.add(buffer);
    this.numBytesUsed += buffer.size;
    return buffer;
  }

  /** @param reuse whether it goes back to the pool */
  releaseBuffer(buffer: GPUBuffer, reuse = true): void {
    if (!this.#used.delete(buffer)) return; // since `dispose`
    this.numBytesUsed -= buffer.size;
    if (!reuse) {
      this.#destroy(buffer);
      return;
    }
    const key = kind(buffer.size, buffer.usage);
    const alike = this.#free.get(key) ?? [];
    alike.push(buffer);
    this.#free.delete(key);
    this.#free.set(key, alike);
    this.#trim();
  }

  dispose(): void {
    for (const buffer of [...this.#used, ...[...this.#free.values()].flat()]) this.#destroy(buffer);
    this.#used.clear();
    this.#free.clear();
    this.numBytesUsed = 0;
  }

  #trim(): void {
    for (const [key, buffers] of this.#free) {
      while (this.numBytesAllocated - this.numBytesUsed > MOST_FREE && buffers.length > 0)
        this.#destroy(buffers.pop()!);
      if (buffers.length > 0) return;
      this.#free.delete(key);
    }
  }

  #create(size: Bytes, usage: GPUBufferUsageFlags, mappedAtCreation: boolean): GPUBuffer {
    const buffer = this.#device.createBuffer({ size, usage, mappedAtCreation });
    this.numBytesAllocated += size;
    return buffer;
  }

  #destroy(buffer: GPUBuffer): void {
    buffer.destroy();
    this.numBytesAllocated -= buffer.size;
  }

  #rounded(size: Bytes): Bytes {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.#device.limits;
    const wanted = Math.max(size, SMALLEST);
    const step = 2 ** Math.floor(Math.log2(wanted)) / 4;
    const rounded = Math.ceil(wanted / step) * step;
    return rounded > Math.min(maxBufferSize, maxStorageBufferBindingSize) ? size : rounded;
  }
}

function kind(size: Bytes, usage: GPUBufferUsageFlags): string {
  return `${size} ${usage}`;
}
