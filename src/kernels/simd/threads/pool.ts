import { StudioError } from '../../../lib/errors.ts';
import type { Pointer } from '../../../lib/pointer.ts';
import type { Bytes, Milliseconds } from '../../../lib/units.ts';
import type { DeviceFailure } from '../../shared/device-failure.ts';
import type { Task } from '../generated/kernels.js';
import type { SimdModule } from '../module.ts';
import { JobRing } from './job-ring.ts';
import { startThread, type Thread } from './start.ts';

/** Time for which threads poll for the next job before they sleep, and the caller for the end of a job. */
const SPIN: Milliseconds = 0.2;

/**
 * With more waiting jobs than this, the caller also performs tasks instead of preparing the next job. The threads need this many to stay
 * busy while the caller prepares a whole batch.
 */
const AHEAD = 20;

/**
 * A thread that has not finished its task after `WAITS` waits of this length has failed. Waits are counted instead of time, so that a
 * computer that was asleep does not count as a failure.
 */
const WAIT: Milliseconds = 1000;
const WAITS = 30;

export interface PoolOptions {
  /** Including the caller. */
  threads: number;
  /** Address of `JobRing.BYTES` bytes. */
  ring: Pointer;
  /** Called once, when a thread fails: results are then invalid, and the pool is no longer usable. */
  onFailure: (failure: DeviceFailure) => void;
  /** For tests. */
  waits?: number;
}

/**
 * Threads over one memory. A job is a set of tasks whose outputs do not overlap. The caller and the threads take them one at a time, so
 * that a thread that wakes up late or is delayed by the system costs little. Jobs are performed in order, while the caller continues.
 */
export class ThreadPool {
  readonly size: number;
  readonly #ring: JobRing;
  #threads: readonly Thread[] = [];
  readonly #onFailure: (failure: DeviceFailure) => void;
  readonly #waits: number;
  readonly #mayWait: boolean;
  #failure: StudioError | undefined;

  private constructor({ memory, kernels }: SimdModule, options: PoolOptions) {
    this.size = options.threads;
    new Uint8Array(memory.buffer, options.ring, JobRing.BYTES).fill(0);
    this.#ring = new JobRing(memory, options.ring, kernels, 0);
    this.#onFailure = options.onFailure;
    this.#waits = options.waits ?? WAITS;
    this.#mayWait = mayWait(this.#ring);
  }

  /** @throws if a thread does not start */
  static async start(simd: SimdModule, options: PoolOptions): Promise<ThreadPool> {
    const pool = new ThreadPool(simd, options);
    const { module, memory, wasm } = simd;
    const shared = { module, memory, inIntegers: wasm.IN_INTEGERS.value, ring: options.ring, spin: SPIN };
    const onError = (message: string) => void pool.fail(message);
    const results = await Promise.allSettled(
      Array.from({ length: pool.size - 1 }, (_, i) => startThread({ ...shared, thread: i + 1 }, onError)),
    );
    pool.#threads = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure === undefined) return pool;
    pool.stop();
    throw failure.reason;
  }

  /** Number of jobs issued, modulo 2^32. */
  get issued(): number {
    return this.#ring.issued;
  }

  /** Number of jobs completed, modulo 2^32. */
  get completed(): number {
    return this.#ring.completed;
  }

  /** Number of sleeping threads. */
  get sleeping(): number {
    return this.#ring.sleeping;
  }

  /**
   * Performs tasks, in any order, on any thread, after those of earlier calls. Returns before they are completed.
   *
   * @param scratch address of the caller's scratch space; each thread's is `scratchStep` bytes after it
   * @throws StudioError DeviceLost if a thread has failed
   */
  run(tasks: readonly Task[], scratch: Pointer, scratchStep: Bytes): void {
    if (this.#failure !== undefined) throw this.#failure;
    for (let from = 0; from < tasks.length; from += JobRing.TASKS) {
      this.#finish(JobRing.SLOTS - 1);
      this.#ring.issue(tasks.slice(from, from + JobRing.TASKS), scratch, scratchStep);
    }
    this.#help();
  }

  /**
   * Waits until all tasks are completed.
   *
   * @throws StudioError DeviceLost if a thread has failed
   */
  flush(): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#finish(0);
  }

  /** Stops all threads for good and reports the failure. @param reason without a full stop */
  fail(reason: string): StudioError {
    if (this.#failure !== undefined) return this.#failure;
    this.stop();
    this.#ring.complete(this.#ring.issued - 1); // nobody will complete the other jobs
    const message = `A thread of the simd device has failed: ${reason}.`;
    this.#failure = new StudioError('DeviceLost', message);
    this.#onFailure({ reason: 'error', message });
    return this.#failure;
  }

  stop(): void {
    for (const thread of this.#threads) thread.stop();
  }

  /** While many jobs wait, performs tasks of the current one, until its last task is taken. */
  #help(): void {
    for (let job = this.completed; this.#waiting(job) > AHEAD && this.#ring.performNext(job);) job = this.completed;
  }

  /** Number of jobs issued, counted from this one. */
  #waiting(job: number): number {
    return (this.issued - job) | 0;
  }

  /** Performs tasks, or waits for other threads, until at most `left` jobs are left. */
  #finish(left: number): void {
    for (;;) {
      const job = this.completed;
      if (this.#waiting(job) <= left) break;
      if (!this.#ring.performNext(job)) this.#awaitThreads(job);
    }
    const { failure } = this.#ring;
    if (failure !== undefined) throw this.fail(failure);
  }

  /** Waits until the current job is completed. */
  #awaitThreads(job: number): void {
    // The main thread of a page must not block.
    const spin = this.#mayWait ? SPIN : this.#waits * WAIT;
    for (const begin = performance.now(); performance.now() - begin <= spin;) {
      if (this.completed !== job) return;
    }
    for (let waits = 0; this.completed === job;) {
      if (!this.#mayWait || waits === this.#waits) {
        throw this.fail(`no answer for ${(this.#waits * WAIT) / 1000} s`);
      }
      if (!this.#ring.awaitCompletion(job, WAIT)) waits++;
    }
  }
}

function mayWait(ring: JobRing): boolean {
  try {
    ring.awaitCompletion(1, 0); // not completed: returns at once
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
