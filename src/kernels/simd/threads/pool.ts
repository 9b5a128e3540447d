import { assert } from '../../../lib/assert.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import type { DeviceLoss } from '../../../kernels/shared/device-loss.ts';
import type { SimdExports } from '../exports.ts';
import type { SimdModule } from '../module.ts';
import { CONTROL, controlTasks, controlWords } from './control.ts';
import { startThread, type Thread } from './start.ts';
import { perform, type Task } from './task.ts';

/** How long threads look for the next job before they sleep, and the caller for the end of one. */
const SPIN: Milliseconds = 0.2;

/**
 * Jobs that wait when the caller takes tasks, too, instead of going on with what only it can do. So many that the threads have work
 * until its next ones come, a whole batch later.
 */
const AHEAD = 20;

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
 * one, whoever is free: a thread that wakes late, or that the system holds up, costs little. Jobs are done one after the other, in
 * the order in which they come, while the caller goes on.
 */
export class ThreadPool {
  readonly size: number;
  readonly #wasm: SimdExports;
  readonly #kernels: ReadonlyMap<string, number>;
  readonly #words: Int32Array;
  readonly #taskNumbers: Float64Array;
  /** Of each slot. */
  readonly #tasks: (readonly Task[])[] = [];
  readonly #threads: readonly Thread[];
  readonly #onLoss: (loss: DeviceLoss) => void;
  readonly #waits: number;
  readonly #mayWait: boolean;
  #issued = 0;
  #loss: StudioError | undefined;

  private constructor({ wasm, memory }: SimdModule, threads: readonly Thread[], options: PoolOptions) {
    this.size = options.threads;
    this.#wasm = wasm;
    this.#kernels = new Map(Object.keys(wasm).map((name, i) => [name, i]));
    this.#words = controlWords(memory, options.control);
    this.#taskNumbers = controlTasks(memory, options.control);
    this.#threads = threads;
    this.#onLoss = options.onLoss;
    this.#waits = options.waits ?? WAITS;
    this.#mayWait = mayWait(this.#words);
  }

  /** @throws when a thread does not start */
  static async start(simd: SimdModule, options: PoolOptions): Promise<ThreadPool> {
    const { module, memory, wasm, inIntegers } = simd;
    const { threads, control } = options;
    controlWords(memory, control).fill(0);
    const kernels = Object.keys(wasm);
    const shared = { module, memory, inIntegers: inIntegers.value, control, layout: CONTROL, kernels, spin: SPIN };
    const results = await Promise.allSettled(
      Array.from({ length: threads - 1 }, (_, i) => startThread({ ...shared, thread: i + 1 })),
    );
    const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure === undefined) return new ThreadPool(simd, started, options);
    for (const thread of started) thread.stop();
    throw failure.reason;
  }

  /** How many jobs there have been. */
  get issued(): number {
    return this.#issued;
  }

  /** How many of them are done. */
  get completed(): number {
    return Atomics.load(this.#words, CONTROL.completed);
  }

  /**
   * Has tasks performed, in any order, on any thread, after those of earlier calls.
   *
   * @param scratch address of the caller's scratch space; each thread's is `scratchStep` bytes further
   * @throws StudioError DeviceLost when a thread has failed
   */
  run(tasks: readonly Task[], scratch: number, scratchStep: number): void {
    if (this.#loss !== undefined) throw this.#loss;
    for (let from = 0; from < tasks.length; from += CONTROL.tasks) {
      this.#finish(CONTROL.slots - 1);
      this.#issue(tasks.slice(from, from + CONTROL.tasks), scratch, scratchStep);
    }
    this.#help();
  }

  /**
   * Returns when all is done.
   *
   * @throws StudioError DeviceLost when a thread has failed
   */
  flush(): void {
    if (this.#loss !== undefined) throw this.#loss;
    this.#finish(0);
  }

  /** Gives all threads up, as when one fails. */
  lose(how: string): StudioError {
    this.stop();
    Atomics.store(this.#words, CONTROL.completed, this.#issued); // the others are never done
    const message = `A thread of the simd device has failed. ${how}`;
    this.#loss = new StudioError('DeviceLost', message);
    this.#onLoss({ reason: 'error', message });
    return this.#loss;
  }

  stop(): void {
    for (const thread of this.#threads) thread.stop();
  }

  #issue(tasks: readonly Task[], scratch: number, scratchStep: number): void {
    const job = this.#issued;
    const slot = slotOf(job);
    const slotAt = CONTROL.slotsAt + CONTROL.slotWords * slot;
    this.#tasks[slot] = tasks;
    for (const [i, task] of tasks.entries()) this.#write(CONTROL.tasks * slot + i, task, scratch, scratchStep);
    Atomics.store(this.#words, slotAt + CONTROL.done, 0);
    Atomics.store(this.#words, slotAt + CONTROL.ticket, (job << 16) | (tasks.length << 8));
    this.#issued = (job + 1) | 0;
    Atomics.store(this.#words, CONTROL.issued, this.#issued);
    if (Atomics.load(this.#words, CONTROL.sleeping) > 0) Atomics.notify(this.#words, CONTROL.issued, tasks.length);
  }

  #write(i: number, task: Task, scratch: number, scratchStep: number): void {
    const [name] = task;
    const count = task.length - 1;
    assert(CONTROL.argumentsAt + count <= CONTROL.taskLength, () => `simd: ${name} has too many arguments`);
    const at = CONTROL.taskLength * i;
    this.#taskNumbers[at] = this.#kernels.get(name)!;
    this.#taskNumbers[at + 1] = scratch;
    this.#taskNumbers[at + 2] = scratchStep;
    this.#taskNumbers[at + 3] = count;
    for (let j = 0; j < count; j++) this.#taskNumbers[at + CONTROL.argumentsAt + j] = Number(task[j + 1]);
  }

  /** While many jobs wait, takes tasks of the one that is under way, until others have taken its last. */
  #help(): void {
    for (let job = this.completed; this.#waiting(job) > AHEAD && this.#takeTask(job);) job = this.completed;
  }

  /** How many jobs there are from this one on. */
  #waiting(job: number): number {
    return (this.#issued - job) | 0;
  }

  /** Takes tasks, or waits for those of others, until no more than so many jobs are left. */
  #finish(left: number): void {
    for (;;) {
      const job = this.completed;
      if (this.#waiting(job) <= left) break;
      if (!this.#takeTask(job)) this.#awaitThreads(job);
    }
    if (Atomics.load(this.#words, CONTROL.failed) !== 0) throw this.lose('It ended with an error.');
  }

  /** @returns whether there was one that nobody had taken */
  #takeTask(job: number): boolean {
    const slot = slotOf(job);
    const slotAt = CONTROL.slotsAt + CONTROL.slotWords * slot;
    for (;;) {
      const ticket = Atomics.load(this.#words, slotAt + CONTROL.ticket);
      const [count, next] = [(ticket >>> 8) & 0xff, ticket & 0xff];
      if (next >= count) return false;
      if (Atomics.compareExchange(this.#words, slotAt + CONTROL.ticket, ticket, ticket + 1) !== ticket) continue;
      const at = CONTROL.taskLength * (CONTROL.tasks * slot + next);
      try {
        perform(this.#wasm, this.#tasks[slot]![next]!, this.#taskNumbers[at + 1]!);
      } catch {
        Atomics.store(this.#words, CONTROL.failed, 1);
      }
      if (Atomics.add(this.#words, slotAt + CONTROL.done, 1) === count - 1) {
        Atomics.store(this.#words, CONTROL.completed, (job + 1) | 0);
        Atomics.notify(this.#words, CONTROL.completed);
      }
      return true;
    }
  }

  /** Until the job that is under way is done. */
  #awaitThreads(job: number): void {
    // A page's own thread may not wait.
    const spin = this.#mayWait ? SPIN : this.#waits * WAIT;
    for (const begin = performance.now(); performance.now() - begin <= spin;) {
      if (this.completed !== job) return;
    }
    for (let waits = 0; this.completed === job;) {
      if (!this.#mayWait || waits === this.#waits) {
        throw this.lose(`It has not answered for ${(this.#waits * WAIT) / 1000} s.`);
      }
      if (Atomics.wait(this.#words, CONTROL.completed, job, WAIT) === 'timed-out') waits++;
    }
  }
}

function slotOf(job: number): number {
  return job & (CONTROL.slots - 1);
}

function mayWait(words: Int32Array): boolean {
  try {
    Atomics.wait(words, CONTROL.completed, 1, 0); // it is 0: returns at once
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
