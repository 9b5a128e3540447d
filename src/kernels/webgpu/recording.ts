import { assert } from '../../lib/assert.ts';
import type { Bytes } from '../../lib/units.ts';
import type { HostArray } from '../shared/repetition.ts';
import { PackedUniforms, type Uniforms } from './bind-groups.ts';
import type { Staging } from './staging.ts';

/** Offsets of uniforms and of bound parts of a storage buffer are multiples of this on every device that WebGPU supports. */
const ALIGNMENT: Bytes = 256;

/** A dispatch as it was recorded. */
export interface RecordedDispatch {
  /** The name of its program. */
  program: string;
  pipeline: GPUComputePipeline;
  workgroups: readonly [number, number, number];
  /** Invocations of a workgroup. */
  lanes: number;
  /** In the order of the bindings: the buffer of a tensor, or the number of an input. */
  bindings: readonly (GPUBuffer | number)[];
  /** Shapes of the inputs and the output, and the size of the output, as uniforms. */
  shapes: readonly (readonly number[])[];
  size: number | undefined;
  uniforms: Uniforms;
  /** The values of the uniforms, if they differ between repetitions. */
  valuesNow: (() => readonly number[]) | undefined;
}

interface Prepared {
  pipeline: GPUComputePipeline;
  workgroups: readonly [number, number, number];
  group: GPUBindGroup;
}

/** Uniforms of a dispatch that differ between repetitions. */
interface Changing {
  valuesNow: () => readonly number[];
  /** Of each value in the template, in words. */
  places: readonly number[];
  areFloats: readonly boolean[];
}

/**
 * The dispatches of one call, with everything that they are bound to: made once, repeated with one copy and three calls for each
 * dispatch. One buffer holds the uniforms that never change, those that do, and the inputs, in this order.
 */
export class Recording {
  readonly dispatches: readonly RecordedDispatch[];
  readonly #prepared: readonly Prepared[];
  readonly #buffer: GPUBuffer;
  readonly #inputOffsets: readonly Bytes[];
  readonly #inputBytes: readonly Bytes[];
  readonly #changing: readonly Changing[];
  readonly #firstChanging: Bytes;
  /** The uniforms that change, with what does not change among them. */
  readonly #template: Int32Array;
  readonly #templateFloats: Float32Array;
  /** Buffers that only this recording may use: those of constants. */
  readonly #own: readonly GPUBuffer[];
  readonly result: GPUBuffer;

  constructor(
    device: GPUDevice,
    dispatches: readonly RecordedDispatch[],
    inputs: readonly HostArray[],
    { own, result }: { own: readonly GPUBuffer[]; result: GPUBuffer },
  ) {
    this.dispatches = dispatches;
    this.#own = own;
    this.result = result;
    const packed = new PackedUniforms();
    let end = 0;
    const placed = (bytes: Bytes): Bytes => {
      const offset = end;
      end += Math.ceil(Math.max(bytes, 4) / ALIGNMENT) * ALIGNMENT;
      return offset;
    };
    const lengths = dispatches.map(({ shapes, size, uniforms }) => 4 * packed.pack(shapes, size, uniforms));
    const offsets: Bytes[] = dispatches.map(() => 0);
    const place = (wanted: boolean) =>
      dispatches.forEach(({ valuesNow }, i) => {
        if ((valuesNow !== undefined) === wanted) offsets[i] = placed(lengths[i]!);
      });
    place(false);
    this.#firstChanging = end;
    place(true);
    const words = new Int32Array(end / 4);
    this.#template = words.subarray(this.#firstChanging / 4);
    this.#templateFloats = new Float32Array(words.buffer, this.#firstChanging);
    this.#inputOffsets = inputs.map(({ byteLength }) => placed(byteLength));
    this.#inputBytes = inputs.map(({ byteLength }) => byteLength);
    const { UNIFORM, STORAGE, COPY_DST } = GPUBufferUsage;
    this.#buffer = device.createBuffer({ size: end, usage: UNIFORM | STORAGE | COPY_DST });
    const changing: Changing[] = [];
    this.#prepared = dispatches.map(({ pipeline, workgroups, bindings, shapes, size, uniforms, valuesNow }, i) => {
      const length = packed.pack(shapes, size, uniforms);
      words.set(packed.words.subarray(0, length), offsets[i]! / 4);
      if (valuesNow !== undefined) {
        const begin = (offsets[i]! - this.#firstChanging) / 4;
        changing.push({
          valuesNow,
          places: packed.ownAt.map((at) => begin + at),
          areFloats: uniforms.map(({ type }) => type === 'float32'),
        });
      }
      const resources = bindings.map((binding) =>
        typeof binding === 'number'
          ? {
              buffer: this.#buffer,
              offset: this.#inputOffsets[binding]!,
              size: Math.max(4, inputs[binding]!.byteLength),
            }
          : { buffer: binding },
      );
      const own = { buffer: this.#buffer, offset: offsets[i]!, size: Math.ceil(lengths[i]! / ALIGNMENT) * ALIGNMENT };
      return {
        pipeline,
        workgroups,
        group: device.createBindGroup({
          layout: pipeline.getBindGroupLayout(0),
          entries: [...resources, own].map((resource, binding) => ({ binding, resource })),
        }),
      };
    });
    this.#changing = changing;
    device.queue.writeBuffer(this.#buffer, 0, words, 0, this.#firstChanging / 4);
  }

  /** Memory of its own, on the device. */
  get bytes(): Bytes {
    return this.#buffer.size;
  }

  /** What `write` needs of a staging buffer. */
  get staged(): Bytes {
    return this.#buffer.size - this.#firstChanging;
  }

  /** Before `encode`, outside of a pass. */
  write(inputs: readonly HostArray[], staging: Staging, encoder: GPUCommandEncoder): void {
    for (const { valuesNow, places, areFloats } of this.#changing) {
      const values = valuesNow();
      for (let i = 0; i < values.length; i++) {
        (areFloats[i]! ? this.#templateFloats : this.#template)[places[i]!] = values[i]!;
      }
    }
    const offset = staging.take(this.staged);
    staging.words.set(this.#template, offset / 4);
    const before = offset - this.#firstChanging;
    inputs.forEach((input, i) => {
      assert(
        input.byteLength === this.#inputBytes[i],
        () => `webgpu: input ${i} has another length than in the recording`,
      );
      const words = input instanceof Int32Array ? staging.words : staging.floats;
      words.set(input, (before + this.#inputOffsets[i]!) / 4);
    });
    staging.copy(encoder, offset, this.#buffer, this.#firstChanging, this.staged);
  }

  encode(pass: GPUComputePassEncoder): void {
    let last: GPUComputePipeline | undefined;
    for (const { pipeline, group, workgroups } of this.#prepared) {
      if (pipeline !== last) pass.setPipeline(pipeline);
      last = pipeline;
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(workgroups[0], workgroups[1], workgroups[2]);
    }
  }

  /**
   * Each dispatch `times` times in a pass of its own, to time them: changes what the call changes.
   *
   * @param timestamps two for each dispatch: before and after
   */
  encodeTimed(encoder: GPUCommandEncoder, timestamps: GPUQuerySet, times: number): void {
    this.#prepared.forEach(({ pipeline, group, workgroups }, i) => {
      const timestampWrites = {
        querySet: timestamps,
        beginningOfPassWriteIndex: 2 * i,
        endOfPassWriteIndex: 2 * i + 1,
      };
      const pass = encoder.beginComputePass({ timestampWrites });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      for (let n = 0; n < times; n++) pass.dispatchWorkgroups(workgroups[0], workgroups[1], workgroups[2]);
      pass.end();
    });
  }

  dispose(): void {
    this.#buffer.destroy();
    for (const buffer of this.#own) buffer.destroy();
  }
}
