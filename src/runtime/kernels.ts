import { elementAt, type Pointer } from '../lib/pointer.ts';
import type { Bytes } from '../lib/units.ts';
import { bind, type Functions } from './generated/forward.js';
import baseline from './generated/forward.baseline.wasm?base64';
import relaxed from './generated/forward.relaxed.wasm?base64';

const PAGE: Bytes = 65536;
/** Size of a cache line. Nothing is stored at address 0, which kernels take as a null pointer. */
const LINE: Bytes = 64;

/** The kernels for tagging, and their memory. */
export interface Kernels {
  wasm: Functions;
  arena: Arena;
}

/** Instantiates the build with fused multiply-add if the engine supports it (relaxed SIMD), otherwise the baseline build. */
export async function openKernels(): Promise<Kernels> {
  const fused = bytesOf(relaxed);
  const bytes = WebAssembly.validate(fused) ? fused : bytesOf(baseline);
  if (!WebAssembly.validate(bytes)) {
    throw new Error(
      'Tagsmith: this environment does not support WebAssembly SIMD. Use Chrome 91, Firefox 89, Safari 16.4, Node 16.4 or later.',
    );
  }
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
  const wasm = bind(instance.exports);
  wasm.IN_INTEGERS.value = Number(wasm.isX86({ infinity: Infinity }));
  return { wasm, arena: new Arena(memory) };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** A bump allocator: permanent data first, followed by the data of the current batch. */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  #end: Bytes = LINE;
  #kept: Bytes = LINE;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** Allocates uninitialised floats. May move the memory: earlier views then have length 0. */
  take(count: number): Pointer {
    const start = this.#end;
    this.#end = start + LINE * Math.ceil((4 * count) / LINE);
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return start as Pointer;
  }

  put(values: Float32Array | Int32Array): Pointer {
    const pointer = this.take(values.length);
    const View = values instanceof Float32Array ? Float32Array : Int32Array;
    new View(this.#memory.buffer, pointer, values.length).set(values);
    return pointer;
  }

  /** A view, valid until the next `take`. */
  floats(pointer: Pointer, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, pointer, count);
  }

  /** Makes all allocations so far permanent. */
  keep(): void {
    this.#kept = this.#end;
  }

  /** Frees everything that is not permanent. */
  clear(): void {
    this.#end = this.#kept;
  }
}

/** The address of a row of a matrix. */
export function rowAt(matrix: Pointer, row: number, columns: number): Pointer {
  return elementAt(matrix, row * columns);
}
