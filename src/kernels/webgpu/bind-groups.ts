import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import { util } from '../../tensors/tensors.ts';
import type { Bytes } from '../../lib/units.ts';

/** The uniforms of one dispatch, in the order of the WGSL struct, which TF.js generates. */
export type Uniforms = NonNullable<Parameters<WebGPUBackend['runWebGPUProgram']>[3]>;

/** Offsets of uniforms in a buffer are multiples of this on every device (WebGPU, minUniformBufferOffsetAlignment). */
const SLOT: Bytes = 256;
/** Slots of the uniform buffer: more dispatches than are recorded before a submit, and those of many kinds of batches. */
const SLOTS = 1024;

interface Bound {
  group: GPUBindGroup;
  offset: Bytes;
}

/**
 * Bind groups by pipeline and buffers, each with its own place in one uniform buffer. TF.js makes a bind group, a uniform buffer and
 * a write for every dispatch, which took most of its time. Here a bind group is made when its buffers meet for the first time; the
 * uniforms of all dispatches are written at once, before they are submitted.
 */
export class BindGroups {
  readonly #device: GPUDevice;
  readonly #buffer: GPUBuffer;
  readonly #host = new ArrayBuffer(SLOTS * SLOT);
  readonly #words = new Int32Array(this.#host);
  readonly #packed = new PackedUniforms();
  readonly #ids = new WeakMap<GPUBuffer | GPUComputePipeline, number>();
  #nextId = 0;
  #bound = new Map<string, Bound>();
  #usedSlots = 0;
  /** How often each combination was dispatched since the last flush: another dispatch needs its own uniforms. */
  #repeats = new Map<string, number>();
  #dirty: [begin: Bytes, end: Bytes] = [this.#host.byteLength, 0];

  constructor(device: GPUDevice) {
    this.#device = device;
    this.#buffer = device.createBuffer({ size: SLOTS * SLOT, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  }

  /** Whether the next dispatch may find no slot: then everything must be submitted, and `clear` called. */
  get isFull(): boolean {
    return this.#usedSlots + MOST_WORDS / (SLOT / 4) > SLOTS;
  }

  /** @param shapes of the inputs and the output, in TF.js' order */
  of(
    pipeline: GPUComputePipeline,
    buffers: readonly GPUBuffer[],
    shapes: readonly (readonly number[])[],
    size: number | undefined,
    own: Uniforms,
  ): GPUBindGroup {
    const length = this.#packed.pack(shapes, size, own);
    const bytes = Math.ceil((4 * length) / SLOT) * SLOT;
    let key = `${this.#idOf(pipeline)}`;
    for (const buffer of buffers) key += ` ${this.#idOf(buffer)}`;
    const repeat = (this.#repeats.get(key) ?? 0) + 1;
    this.#repeats.set(key, repeat);
    if (repeat > 1) key += ` x${repeat}`;
    let bound = this.#bound.get(key);
    if (bound === undefined) {
      const offset = this.#usedSlots * SLOT;
      this.#usedSlots += bytes / SLOT;
      const uniforms = { buffer: this.#buffer, offset, size: bytes };
      const entries = [...buffers.map((buffer) => ({ buffer })), uniforms];
      bound = {
        group: this.#device.createBindGroup({
          layout: pipeline.getBindGroupLayout(0),
          entries: entries.map((resource, binding) => ({ binding, resource })),
        }),
        offset,
      };
      this.#bound.set(key, bound);
    }
    const { offset, group } = bound;
    this.#words.set(this.#packed.words.subarray(0, length), offset / 4);
    const [begin, end] = this.#dirty;
    this.#dirty = [Math.min(begin, offset), Math.max(end, offset + bytes)];
    return group;
  }

  /** Writes the uniforms of the dispatches since the last call; they take effect before what is submitted next. */
  flush(): void {
    const [begin, end] = this.#dirty;
    if (begin < end) this.#device.queue.writeBuffer(this.#buffer, begin, this.#host, begin, end - begin);
    this.#dirty = [this.#host.byteLength, 0];
    this.#repeats.clear();
  }

  /** Forgets all bind groups, which would keep destroyed buffers. Everything recorded must have been submitted. */
  clear(): void {
    this.#bound = new Map();
    this.#usedSlots = 0;
  }

  dispose(): void {
    this.clear();
    this.#buffer.destroy();
  }

  #idOf(object: GPUBuffer | GPUComputePipeline): number {
    let id = this.#ids.get(object);
    if (id === undefined) this.#ids.set(object, (id = this.#nextId++));
    return id;
  }
}

/** Words of the uniforms of one dispatch at most: nine shapes of six dimensions with strides, and 40 own ones. */
const MOST_WORDS = 256;

/** Uniforms as TF.js lays them out: NaN, infinity, shapes with their strides, the size of the output, and the program's own. */
export class PackedUniforms {
  readonly words = new Int32Array(MOST_WORDS);
  /** Of the program's own values in `words`, where each begins. */
  readonly ownAt: number[] = [];
  readonly #floats = new Float32Array(this.words.buffer);
  #end = 0;
  #before = 0;

  /** @returns the number of words, a multiple of 4 */
  pack(shapes: readonly (readonly number[])[], size: number | undefined, own: Uniforms): number {
    this.words.fill(0);
    this.#end = 0;
    this.#before = 0;
    this.ownAt.length = 0;
    this.#put('float32', [NaN]);
    this.#put('float32', [Infinity]);
    for (const shape of shapes) {
      this.#put('int32', shape);
      this.#put('int32', util.computeStrides([...shape]));
    }
    if (size !== undefined) this.#put('int32', [size]);
    for (const { type, data } of own) this.ownAt.push(this.#put(type, data));
    return 4 * Math.ceil(this.#end / 4);
  }

  /**
   * Alignment by WGSL, §14.4.1; TF.js aligns what follows five or six values, which it declares as structs, as well.
   *
   * @returns where the values begin
   */
  #put(type: string, values: readonly number[]): number {
    const length = Math.max(1, values.length); // TF.js writes a 1 for the empty shape of a scalar
    const align = length === 1 && this.#before < 5 ? 1 : length === 2 && this.#before < 5 ? 2 : 4;
    this.#end = Math.ceil(this.#end / align) * align;
    const words = type === 'float32' ? this.#floats : this.words;
    if (values.length === 0) words[this.#end] = 1;
    else words.set(values, this.#end);
    const at = this.#end;
    this.#end += length;
    this.#before = length;
    return at;
  }
}
