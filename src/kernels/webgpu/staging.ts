import type { Bytes } from '../../lib/units.ts';

/** Bytes at first: several steps of long batches. */
const SMALLEST: Bytes = 2 ** 20;

/**
 * Bytes on their way to the device. All those of a submit are written at once, before it; its commands copy them to where they belong, so
 * that a recorded call may be repeated several times in one submit.
 */
export class Staging {
  readonly #device: GPUDevice;
  #buffer: GPUBuffer | undefined;
  #host = new ArrayBuffer(0);
  #used: Bytes = 0;
  /** The bytes as numbers. Invalid after `reserve`. */
  words = new Int32Array(this.#host);
  floats = new Float32Array(this.#host);

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  get bytes(): Bytes {
    return this.#host.byteLength;
  }

  /** Whether there is room before the next submit. If not: submit, then `reserve`. */
  hasRoom(bytes: Bytes): boolean {
    return this.#used + bytes <= this.#host.byteLength;
  }

  /** Makes room. After a submit only. */
  reserve(bytes: Bytes): void {
    if (this.hasRoom(bytes)) return;
    this.dispose();
    const size = Math.max(SMALLEST, 4 * bytes);
    const { COPY_SRC, COPY_DST } = GPUBufferUsage;
    this.#buffer = this.#device.createBuffer({ size, usage: COPY_SRC | COPY_DST });
    this.#host = new ArrayBuffer(size);
    this.words = new Int32Array(this.#host);
    this.floats = new Float32Array(this.#host);
  }

  /** @param bytes a multiple of 4, for which there is room @returns where to write them: an offset in bytes */
  take(bytes: Bytes): Bytes {
    const offset = this.#used;
    this.#used += bytes;
    return offset;
  }

  /** Outside of a pass. */
  copy(encoder: GPUCommandEncoder, offset: Bytes, target: GPUBuffer, targetOffset: Bytes, bytes: Bytes): void {
    encoder.copyBufferToBuffer(this.#buffer!, offset, target, targetOffset, bytes);
  }

  /** Before a submit. */
  flush(): void {
    if (this.#used > 0) this.#device.queue.writeBuffer(this.#buffer!, 0, this.#host, 0, this.#used);
    this.#used = 0;
  }

  dispose(): void {
    this.#buffer?.destroy();
    this.#buffer = undefined;
    this.#host = new ArrayBuffer(0);
    this.#used = 0;
  }
}
