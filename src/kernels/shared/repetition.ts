import { backend, type KernelBackend, type Tensor } from '../../tensors/tensors.ts';
import type { Microseconds } from '../../lib/units.ts';

/** Arrays of the host that a repeated function reads. */
export type HostArray = Int32Array | Float32Array;

/** How long a dispatch of a program takes. */
export interface DispatchTime {
  program: string;
  time: Microseconds;
}

/**
 * Records the commands that a function gives to the device, and repeats them in place of calling it again, which takes a fraction of its
 * JavaScript time.
 */
export interface Repetition {
  /**
   * @param kind calls of the same kind give the same commands, apart from the contents of `inputs`, and from what kernels read again from
   *   their attributes (`ProgramCall.uniforms`)
   * @param inputs in a fixed order, with the same lengths for one kind: all arrays that f makes tensors of, and all its scalars,
   *   except zeros and ones. A call with others is not repeated.
   * @returns what f returns, in a new tensor
   */
  run<T extends Tensor>(kind: string, inputs: readonly HostArray[], f: () => T): T;
  /** Number of calls that were repeated. */
  readonly repeated: number;
  /**
   * Runs each dispatch of the call that was repeated last by itself. What the call changes in place is not usable afterwards.
   *
   * @param times of each dispatch: browsers round timestamps to 100 µs, so that 64 times give 2 µs
   * @returns undefined if nothing was repeated, or if the device has no timestamps
   */
  profile(times: number): Promise<DispatchTime[] | undefined>;
  /** Tensors that were updated in place must not be disposed before this call. Idempotent. */
  dispose(): void;
}

/** @returns undefined if the current backend cannot repeat commands */
export function startRepetition(): Repetition | undefined {
  const current = backend() as KernelBackend & { startRepetition?: () => Repetition };
  return current.startRepetition?.();
}
