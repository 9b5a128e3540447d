import { StudioError } from '../../../lib/errors.ts';
import type { Pointer } from '../../../lib/pointer.ts';
import type { Bytes, Milliseconds } from '../../../lib/units.ts';
import type { DeviceFailure } from '../../shared/device-failure.ts';
import type { Task } from '../generated/kernels.js';
import type { SimdModule } from '../module.ts';
import { JobRing } from './job-ring.ts';
import { startThread, type Thread } from './start.ts';

/** How long threads look for the next job before they sleep, and the caller for the end of a job. */
const SPIN: Milliseconds = 0.2;

/**
 * With more jobs than this waiting, the caller performs tasks, too, instead of preparing the next job. The threads need so many to have
 * work until the caller, which then prepares a whole batch, issues more.
 */
const AHEAD = 20;

/**
 * A thread that has not finished its task after `WAITS` waits of this length is given up. Waits are counted, not time: a computer that
 * was asleep meanwhile is no failure.
 */
const WAIT: Milliseconds = 1000;
const WAITS = 30;

export interface PoolOptions {
  /** Including the caller. */
  threads: number;
  /** Address of `JobRing.BYTES` bytes. */
  ring: Pointer;
  /** Called once, when a thread fails: what was computed is garbage, and the pool is unusable from then on. */
  onFailure: (failure: DeviceFailure) => void;
  /** For tests. */
  waits?: number;
}

/**
 * Threads over one memory. A job is some tasks whose outputs do not overlap; the caller and the threads take them one by one, so that a
 * thread that wakes up late, or that the system holds up, costs little. Jobs are performed in order, while the caller continues.
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

  /** @throws when a thread does not start */
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

  /** How many jobs have been issued, modulo 2^32. */
  get issued(): number {
    return this.#ring.issued;
  }

  /** How many of them are done, modulo 2^32. */
  get completed(): number {
    return this.#ring.completed;
  }

  /** How many threads are asleep. */
  get sleeping(): number {
    return this.#ring.sleeping;
  }

  /**
   * Performs tasks, in any order, on any thread, after those of earlier calls. Returns before they are done.
   *
   * @param scratch address of the caller's scratch space; each thread's is `scratchStep` bytes further
   * @throws StudioError DeviceLost when a thread has failed
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
   * Returns when all tasks are done.
   *
   * @throws StudioError DeviceLost when a thread has failed
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

  /** While many jobs wait, performs tasks of the current one, until others have taken its last. */
  #help(): void {
    for (let job = this.completed; this.#waiting(job) > AHEAD && this.#ring.performNext(job);) job = this.completed;
  }

  /** How many jobs there are from this one on. */
  #waiting(job: number): number {
    return (this.issued - job) | 0;
  }

  /** Performs tasks, or waits for those of others, until no more than `left` jobs are left. */
  #finish(left: number): void {
    for (;;) {
      const job = this.completed;
      if (this.#waiting(job) <= left) break;
      if (!this.#ring.performNext(job)) this.#awaitThreads(job);
    }
    const { failure } = this.#ring;
    if (failure !== undefined) throw this.fail(failure);
  }

  /** Waits until the current job is done. */
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
    ring.awaitCompletion(1, 0); // none is done: returns at once
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
