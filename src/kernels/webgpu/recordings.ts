import { assert } from '../../lib/assert.ts';
import type { Bytes } from '../../lib/units.ts';
import type { Tensor, TensorInfo } from '../../tensors/tensors.ts';
import type { DispatchTime, HostArray, Repetition } from '../shared/repetition.ts';
import { BufferPool } from './buffer-pool.ts';
import { profileRecording } from './profile.ts';
import { Recorder, type Recorded } from './recorder.ts';
import type { Recording } from './recording.ts';
import { WebgpuRepetition } from './repetition.ts';
import { Staging } from './staging.ts';

type DataId = TensorInfo['dataId'];

/** Memory of recorded calls at most, and how alike their buffers are: all of a size between two powers of 2 share them. */
const MOST_RECORDED: Bytes = 512 * 2 ** 20;
const RECORDED_SIZES_PER_OCTAVE = 1;

/** Repeated calls per submit. A submit costs as much JavaScript as the commands of a step, because it crosses to the GPU process. */
const REPEATS_PER_SUBMIT = 4;

/** What recorded calls need of their backend. */
export interface RecordingHost {
  device: GPUDevice;
  bufferOf: (tensor: TensorInfo) => GPUBuffer;
  /** A new tensor with the values of a buffer. */
  copyOf: (buffer: GPUBuffer, like: Pick<Tensor, 'shape' | 'dtype'>) => Tensor;
  /** @throws StudioError DeviceLost */
  assertWorks: () => void;
  /** Outside of a pass. */
  encoder: () => GPUCommandEncoder;
  pass: () => GPUComputePassEncoder;
  submit: () => void;
  /** Commands that use them have been submitted. */
  forgetBindGroups: () => void;
}

/** The recorded calls of a backend. They run one after another, and share memory. */
export class Recordings {
  readonly #host: RecordingHost;
  /** The buffers of tensors that are made while a call is recorded. */
  readonly arena: BufferPool;
  /** Set while a call is recorded. */
  recorder: Recorder | undefined;
  readonly #staging: Staging;
  #repetitions = 0;
  /** Of the buffers of recordings, besides the arena. */
  #recordedBytes: Bytes = 0;
  #unsubmitted = 0;
  /** Repeated last. */
  last: Recording | undefined;
  /** Tensors that recorded calls change, and those of them that were disposed. */
  readonly #outside = new Set<DataId>();
  readonly #lost = new Set<DataId>();

  constructor(host: RecordingHost) {
    this.#host = host;
    this.arena = new BufferPool(host.device, RECORDED_SIZES_PER_OCTAVE);
    this.#staging = new Staging(host.device);
  }

  /** Memory besides the arena. */
  get bytes(): Bytes {
    return this.#recordedBytes + this.#staging.bytes;
  }

  /** Commands of calls that are made again and again. */
  start(): Repetition {
    this.#repetitions++;
    return new WebgpuRepetition({
      canRecord: () => this.arena.numBytesAllocated + this.bytes < MOST_RECORDED,
      record: (inputs, f) => this.#record(inputs, f),
      repeat: (recorded, inputs) => this.#repeat(recorded, inputs),
      profile: (times) => this.#profile(times),
      end: (recorded) => this.#end(recorded),
    });
  }

  /** Whether recorded calls change a tensor. */
  changes(dataId: DataId): boolean {
    return this.#outside.has(dataId);
  }

  /** A tensor that recorded calls change was disposed. */
  lose(dataId: DataId): void {
    this.#lost.add(dataId);
  }

  /** Writes what repeated calls read. */
  beforeSubmit(): void {
    this.#staging.flush();
    this.#unsubmitted = 0;
  }

  #record<T extends Tensor>(
    inputs: readonly HostArray[],
    f: () => T,
  ): { value: Tensor; recorded: Recorded | undefined } {
    const isOutside = (buffer: GPUBuffer) => !this.arena.isUsed(buffer);
    const recorder = new Recorder(this.#host.device, inputs, isOutside);
    this.recorder = recorder;
    let value: T;
    try {
      value = f();
    } catch (error) {
      this.recorder = undefined;
      this.#discard(recorder);
      throw error;
    }
    this.recorder = undefined;
    const buffer = this.#host.bufferOf(value);
    const recorded = recorder.finish(value, buffer);
    const copied = this.#host.copyOf(buffer, value);
    value.dispose(); // its buffer is free for other recordings
    if (recorded === undefined) this.#discard(recorder);
    else {
      this.#recordedBytes += recorded.recording.bytes;
      for (const dataId of recorded.outside) this.#outside.add(dataId);
    }
    return { value: copied, recorded };
  }

  /** Destroys the constants of a call that is not repeated, once its commands are submitted. */
  #discard(recorder: Recorder): void {
    this.#host.submit();
    recorder.discard();
  }

  /** @throws StudioError DeviceLost */
  #repeat({ recording, outside, shape, dtype }: Recorded, inputs: readonly HostArray[]): Tensor {
    this.#host.assertWorks();
    assert(
      this.#lost.size === 0 || !outside.some((dataId) => this.#lost.has(dataId)),
      () => 'webgpu: a tensor that a recorded call changes was disposed',
    );
    if (!this.#staging.hasRoom(recording.staged)) {
      this.#host.submit();
      this.#staging.reserve(recording.staged);
    }
    recording.write(inputs, this.#staging, this.#host.encoder());
    recording.encode(this.#host.pass());
    this.last = recording;
    const value = this.#host.copyOf(recording.result, { shape, dtype });
    if (++this.#unsubmitted >= REPEATS_PER_SUBMIT) this.#host.submit();
    return value;
  }

  async #profile(times: number): Promise<DispatchTime[] | undefined> {
    const { device, submit } = this.#host;
    if (this.last === undefined || !device.features.has('timestamp-query')) return undefined;
    submit();
    return profileRecording(device, this.last, times);
  }

  #end(recorded: readonly Recorded[]): void {
    this.#host.submit();
    for (const { recording } of recorded) {
      this.#recordedBytes -= recording.bytes;
      recording.dispose();
      if (recording === this.last) this.last = undefined;
    }
    this.#repetitions--;
    if (this.#repetitions > 0) return;
    this.#outside.clear();
    this.#lost.clear();
    this.#staging.dispose();
    this.arena.dispose();
    this.#host.forgetBindGroups(); // some are of buffers of the arena
  }
}
