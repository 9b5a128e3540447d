import type { Tensor, TensorInfo } from '../../tensors/tensors.ts';
import type { HostArray } from '../shared/repetition.ts';
import { Recording, type RecordedDispatch } from './recording.ts';

type DataId = TensorInfo['dataId'];

/** Collects what a function dispatches, while it runs. */
export class Recorder {
  readonly #device: GPUDevice;
  readonly #inputs: readonly HostArray[];
  /** Inputs that have been uploaded, with their numbers. */
  readonly #uploaded = new Map<DataId, number>();
  readonly #constants: GPUBuffer[] = [];
  readonly #outside = new Set<DataId>();
  readonly #dispatches: RecordedDispatch[] = [];
  #isRepeatable = true;

  readonly #isOutside: (buffer: GPUBuffer) => boolean;

  /**
   * @param inputs arrays whose contents differ between repetitions
   * @param isOutside whether the buffer of a tensor was not acquired during the recording
   */
  constructor(device: GPUDevice, inputs: readonly HostArray[], isOutside: (buffer: GPUBuffer) => boolean) {
    this.#device = device;
    this.#isOutside = isOutside;
    this.#inputs = inputs;
  }

  /**
   * A tensor with values of the host is uploaded. Zeros and ones that are no input are taken for constants. Any other values might be
   * different ones in the next repetition, even a scalar: then the call is not repeated.
   *
   * @returns a buffer for a constant, which no later recording may overwrite; undefined for an input
   */
  upload(dataId: DataId, values: ArrayLike<number>, size: number, usage: GPUBufferUsageFlags): GPUBuffer | undefined {
    const input = this.#inputs.indexOf(values as HostArray);
    if (input >= 0) {
      this.#uploaded.set(dataId, input);
      return undefined;
    }
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (value !== values[0] || (value !== 0 && value !== 1)) this.#isRepeatable = false;
    }
    const buffer = this.#device.createBuffer({ size: Math.max(size, 4), usage });
    this.#constants.push(buffer);
    return buffer;
  }

  add(
    tensors: readonly TensorInfo[],
    buffers: readonly GPUBuffer[],
    dispatch: Omit<RecordedDispatch, 'bindings'>,
  ): void {
    const bindings = tensors.map(({ dataId }, i) => {
      const buffer = buffers[i]!;
      const input = this.#uploaded.get(dataId);
      if (input !== undefined) return input;
      if (this.#isOutside(buffer) && !this.#constants.includes(buffer)) this.#outside.add(dataId);
      return buffer;
    });
    this.#dispatches.push({ ...dispatch, bindings });
  }

  /** @returns undefined if the function depends on arrays that are not among its inputs; then `discard` */
  finish({ shape, dtype }: Tensor, result: GPUBuffer): Recorded | undefined {
    if (!this.#isRepeatable) return undefined;
    const recording = new Recording(this.#device, this.#dispatches, this.#inputs, { own: this.#constants, result });
    return { recording, shape, dtype, outside: [...this.#outside] };
  }

  /** The commands that use the constants must have been submitted. */
  discard(): void {
    for (const buffer of this.#constants) buffer.destroy();
  }
}

export interface Recorded {
  recording: Recording;
  /** Tensors that were on the device before: parameters, and parts of an optimizer's state. */
  outside: readonly DataId[];
  /** Of the result. */
  shape: number[];
  dtype: Tensor['dtype'];
}

/** A program of ours whose uniforms are read again in each repetition. */
export interface ChangingProgram {
  valuesNow?: (() => readonly number[]) | undefined;
}
