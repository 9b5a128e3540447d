import { assert } from '../../../lib/assert.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import type { DeviceLoss } from '../../device.ts';
import type { SimdExports } from '../exports.ts';
import type { SimdModule } from '../module.ts';
import { CONTROL, controlTasks, controlWords } from './control.ts';
import { startThread, type Thread } from './start.ts';
import { perform, type Task } from './task.ts';

/** How long threads look for the next job before they sleep, and the caller for the end of its own. */
const SPIN: Milliseconds = 0.2;

/**
 * Where a thread that does not answer is given up: after so many waits, each so long. Waits are counted, not time: a computer
 * that was asleep meanwhile is no failure.
 */
const WAIT: Milliseconds = 1000;
const WAITS = 30;

export interface PoolOptions {
  /** The caller among them. */
  threads: number;
  /** Address of `CONTROL_BYTES` bytes. */
  control: number;
  /** Called once, when a thread fails: what was computed is garbage, and the pool is of no more use. */
  onLoss: (loss: DeviceLoss) => void;
  /** For tests. */
  waits?: number;
}

/**
 * Threads over one memory. A job is some calls of kernels whose outputs are apart; the caller and the threads take them one by
 * one, whoever is free: a thread that wakes late, or that the system holds up, costs little.
 */
export class ThreadPool {
  readonly size: number;
  readonly #wasm: SimdExports;
  readonly #kernels: ReadonlyMap<string, number>;
  readonly #words: Int32Array;
  readonly #tasks: Float64Array;
  readonly #threads: readonly Thread[];
  readonly #onLoss: (loss: DeviceLoss) => void;
  readonly #waits: number;
  readonly #mayWait: boolean;
  #loss: StudioError | undefined;

  private constructor({ wasm, memory }: SimdModule, threads: readonly Thread[], options: PoolOptions) {
    this.size = options.threads;
    this.#wasm = wasm;
    this.#kernels = new Map(Object.keys(wasm).map((name, i) => [name, i]));
    this.#words = controlWords(memory, options.control);
    this.#tasks = controlTasks(memory, options.control);
    this.#threads = threads;
    this.#onLoss = options.onLoss;
    this.#waits = options.waits ?? WAITS;
    this.#mayWait = mayWait(this.#words);
  }

  /** @throws when a thread does not start */
  static async start(simd: SimdModule, options: PoolOptions): Promise<ThreadPool> {
    const { module, memory, wasm } = simd;
    const { threads, control } = options;
    controlWords(memory, control).fill(0);
    const shared = { module, memory, control, layout: CONTROL, kernels: Object.keys(wasm), spin: SPIN };
    const results = await Promise.allSettled(
      Array.from({ length: threads - 1 }, (_, i) => startThread({ ...shared, thread: i + 1 })),
    );
    const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure === undefined) return new ThreadPool(simd, started, options);
    for (const thread of started) thread.stop();
    throw failure.reason;
  }

  /**
   * Performs tasks, in any order, on any thread; returns when all are done.
   *
   * @param scratch address of the caller's scratch space; each thread's is `scratchStep` bytes further
   * @throws StudioError DeviceLost when a thread fails
   */
  run(tasks: readonly Task[], scratch: number, scratchStep: number): void {
    if (this.#loss !== undefined) throw this.#loss;
    if (tasks.length === 1) {
      perform(this.#wasm, tasks[0]!, scratch);
      return;
    }
    for (let from = 0; from < tasks.length; from += CONTROL.tasks) {
      this.#runJob(tasks.slice(from, from + CONTROL.tasks), scratch, scratchStep);
    }
  }

  /** Gives all threads up, as when one fails. */
  lose(how: string): StudioError {
    this.stop();
    const message = `A thread of the simd device has failed. ${how}`;
    this.#loss = new StudioError('DeviceLost', message);
    this.#onLoss({ reason: 'error', message });
    return this.#loss;
  }

  stop(): void {
    for (const thread of this.#threads) thread.stop();
  }

  #runJob(tasks: readonly Task[], scratch: number, scratchStep: number): void {
    for (const [i, task] of tasks.entries()) this.#write(i, task, scratch, scratchStep);
    Atomics.store(this.#words, CONTROL.done, 0);
    Atomics.store(this.#words, CONTROL.ticket, tasks.length << 16);
    if (Atomics.load(this.#words, CONTROL.sleeping) > 0) {
      Atomics.notify(this.#words, CONTROL.ticket, tasks.length - 1);
    }
    let error: unknown;
    for (let task = this.#take(); task !== undefined; task = this.#take()) {
      try {
        perform(this.#wasm, tasks[task]!, scratch);
      } catch (thrown) {
        error ??= thrown; // not before the others have let go of the memory
      }
      Atomics.add(this.#words, CONTROL.done, 1);
    }
    this.#awaitThreads(tasks.length);
    if (error !== undefined) throw error;
  }

  #write(i: number, [name, ...args]: Task, scratch: number, scratchStep: number): void {
    assert(CONTROL.argumentsAt + args.length <= CONTROL.taskLength, () => `simd: ${name} has too many arguments`);
    const at = CONTROL.taskLength * i;
    this.#tasks[at] = this.#kernels.get(name)!;
    this.#tasks[at + 1] = scratch;
    this.#tasks[at + 2] = scratchStep;
    this.#tasks[at + 3] = args.length;
    this.#tasks.set(args.map(Number), at + CONTROL.argumentsAt);
  }

  /** The number of a task that nobody has taken, if there is one. */
  #take(): number | undefined {
    for (;;) {
      const ticket = Atomics.load(this.#words, CONTROL.ticket);
      const next = ticket & 0xffff;
      if (next >= ticket >>> 16) return undefined;
      if (Atomics.compareExchange(this.#words, CONTROL.ticket, ticket, ticket + 1) === ticket) return next;
    }
  }

  #awaitThreads(count: number): void {
    // A page's own thread may not wait.
    const spin = this.#mayWait ? SPIN : this.#waits * WAIT;
    for (const begin = performance.now(); !this.#isDone(count);) {
      if (performance.now() - begin > spin) {
        this.#sleepUntilDone(count);
        break;
      }
    }
    if (Atomics.load(this.#words, CONTROL.failed) !== 0) throw this.lose('It ended with an error.');
  }

  #isDone(count: number): boolean {
    return Atomics.load(this.#words, CONTROL.done) === count;
  }

  #sleepUntilDone(count: number): void {
    for (let waits = 0; ;) {
      const done = Atomics.load(this.#words, CONTROL.done);
      if (done === count) return;
      if (!this.#mayWait || waits === this.#waits) {
        throw this.lose(`It has not answered for ${(this.#waits * WAIT) / 1000} s.`);
      }
      if (Atomics.wait(this.#words, CONTROL.done, done, WAIT) === 'timed-out') waits++;
    }
  }
}

function mayWait(words: Int32Array): boolean {
  try {
    Atomics.wait(words, CONTROL.done, 1, 0); // it is 0: returns at once
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
