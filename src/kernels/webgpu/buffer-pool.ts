import type { Bytes } from '../../lib/units.ts';

/** Maximum size of unused buffers kept for later tensors. */
const MOST_FREE: Bytes = 256 * 2 ** 20;

/** Smallest size of a buffer. */
const SMALLEST: Bytes = 64;

type PoolDevice = Pick<GPUDevice, 'createBuffer'> & {
  limits: Pick<GPUSupportedLimits, 'maxBufferSize' | 'maxStorageBufferBindingSize'>;
};

/**
 * A pool of reusable buffers that replaces TF.js' `BufferManager`. That one reuses a buffer only for tensors of exactly
 * the same size, so it accumulates buffers if batches differ in size. Here a buffer fits all tensors of a similar size, and the least recently used buffers are released.
 */
export class BufferPool {
  numBytesUsed: Bytes = 0;
  numBytesAllocated: Bytes = 0;
  readonly #device: PoolDevice;
  readonly #used = new Set<GPUBuffer>();
  /** By size and usage; the most recently released kind is last. */
  readonly #free = new Map<string, GPUBuffer[]>();

  readonly #sizesPerOctave: number;

  /** @param sizesPerOctave sizes of buffers between two powers of 2: fewer of them fit more tensors, and waste more memory */
  constructor(device: PoolDevice, sizesPerOctave = 4) {
    this.#device = device;
    this.#sizesPerOctave = sizesPerOctave;
  }

  /** Whether the buffer belongs to a tensor now. */
  isUsed(buffer: GPUBuffer): boolean {
    return this.#used.has(buffer);
  }

  /**
   * @param size minimum size of the buffer
   * @param mappedAtCreation whether it may be mapped; a reused buffer is not
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
    if (!this.#used.delete(buffer)) return; // released after `dispose`
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
  }

  dispose(): void {
    for (const buffer of [...this.#used, ...[...this.#free.values()].flat()]) this.#destroy(buffer);
    this.#used.clear();
    this.#free.clear();
    this.numBytesUsed = 0;
  }

  /**
   * Destroys what was not used for longest, if much is unused. Commands that were recorded may use it: call this once they are
   * submitted.
   *
   * @returns whether something was destroyed
   */
  trim(): boolean {
    const before = this.numBytesAllocated;
    for (const [key, buffers] of this.#free) {
      while (this.numBytesAllocated - this.numBytesUsed > MOST_FREE && buffers.length > 0)
        this.#destroy(buffers.pop()!);
      if (buffers.length > 0) break;
      this.#free.delete(key);
    }
    return this.numBytesAllocated < before;
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
    const step = 2 ** Math.floor(Math.log2(wanted)) / this.#sizesPerOctave;
    const rounded = Math.ceil(wanted / step) * step;
    return rounded > Math.min(maxBufferSize, maxStorageBufferBindingSize) ? size : rounded;
  }
}

function kind(size: Bytes, usage: GPUBufferUsageFlags): string {
  return `${size} ${usage}`;
}
