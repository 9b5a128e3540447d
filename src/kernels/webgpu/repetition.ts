import type { Tensor } from '../../tensors/tensors.ts';
import type { DispatchTime, HostArray, Repetition } from '../shared/repetition.ts';
import type { Recorded } from './recorder.ts';

/** Kinds of calls that are recorded at most: batches of text come in some 40 sizes, with and without links. */
const MOST_RECORDINGS = 128;

/** What `WebgpuRepetition` needs of its backend. */
export interface RecordingDevice {
  /** Whether there is memory for another recording. */
  canRecord: () => boolean;
  /** Calls f and records it. `recorded` is undefined if f cannot be repeated. */
  record: (inputs: readonly HostArray[], f: () => Tensor) => { value: Tensor; recorded: Recorded | undefined };
  repeat: (recorded: Recorded, inputs: readonly HostArray[]) => Tensor;
  /** See `Repetition.profile`. */
  profile: (times: number) => Promise<DispatchTime[] | undefined>;
  /** Frees the memory of recordings. Called once. */
  end: (recorded: readonly Recorded[]) => void;
}

/** See `Repetition`. The first call of a kind is not recorded, because it may upload what later ones find on the device. */
export class WebgpuRepetition implements Repetition {
  readonly #device: RecordingDevice;
  readonly #recorded = new Map<string, Recorded>();
  readonly #seen = new Set<string>();
  readonly #unrepeatable = new Set<string>();
  repeated = 0;
  #isDisposed = false;

  constructor(device: RecordingDevice) {
    this.#device = device;
  }

  run<T extends Tensor>(kind: string, inputs: readonly HostArray[], f: () => T): T {
    const known = this.#recorded.get(kind);
    if (known !== undefined) {
      this.repeated++;
      return this.#device.repeat(known, inputs) as T;
    }
    if (!this.#seen.has(kind) || this.#unrepeatable.has(kind) || !this.#canRecord) {
      this.#seen.add(kind);
      return f();
    }
    const { value, recorded } = this.#device.record(inputs, f);
    if (recorded === undefined) this.#unrepeatable.add(kind);
    else this.#recorded.set(kind, recorded);
    return value as T;
  }

  profile(times: number): Promise<DispatchTime[] | undefined> {
    return this.#device.profile(times);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#device.end([...this.#recorded.values()]);
    this.#recorded.clear();
  }

  get #canRecord(): boolean {
    return this.#recorded.size < MOST_RECORDINGS && this.#device.canRecord();
  }
}
