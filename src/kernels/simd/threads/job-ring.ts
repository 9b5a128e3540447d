import type { Pointer } from '../../../lib/pointer.ts';
import type { Bytes, Milliseconds } from '../../../lib/units.ts';
import type { Task } from '../generated/kernels.js';

/**
 * A lock-free job queue in shared memory, used by the caller and its threads. Jobs of up to `TASKS` tasks wait in a ring of slots and
 * are performed in order. A thread takes a task of the current job by compare-and-exchange on the job's ticket. The ticket contains the
 * job's number, so that a thread that wakes up late cannot take a task of another job.
 *
 * Everything is accessed with atomics, except for tasks and messages, which are written before the word that publishes them. Node's
 * threads receive this class as source text, so it must not use anything else in this file.
 */
export class JobRing {
  /** Jobs in the ring: a power of two. */
  static readonly SLOTS = 32;
  /** Maximum tasks of a job. */
  static readonly TASKS = 64;

  // Indices of 32-bit words. Words that are written are 16 apart, each in a separate cache line.
  /** Number of jobs issued. Job j has slot `j % SLOTS`. */
  static readonly #ISSUED = 0;
  /** Number of jobs completed, which is the index of the current job. */
  static readonly #COMPLETED = 16;
  /** Number of sleeping threads. */
  static readonly #SLEEPING = 32;
  /** 0: no failure; 1: the first failed task is writing its message; 2: the message is complete. */
  static readonly #FAILED = 48;
  /** Two words per slot. The ticket: job modulo 2^16, number of its tasks, and the next one to take (16, 8 and 8 bits). */
  static readonly #TICKETS = 64;
  static readonly #TICKET_WORDS = 32;
  /** After the ticket of a slot: number of its completed tasks. */
  static readonly #DONE = 16;
  static readonly #WORDS = JobRing.#TICKETS + JobRing.#TICKET_WORDS * JobRing.SLOTS;

  /** Size of a task in float64s: kernel, scratch, scratch step, number of arguments, arguments. */
  static readonly #TASK_LENGTH = 32;
  static readonly #ARGUMENTS = 4;
  static readonly #TASK_NUMBERS = JobRing.#TASK_LENGTH * JobRing.TASKS * JobRing.SLOTS;

  /** Size of a message in UTF-16 units, of which the first is its length. */
  static readonly #MESSAGE_LENGTH = 512;

  static readonly BYTES = 4 * JobRing.#WORDS + 8 * JobRing.#TASK_NUMBERS + 2 * JobRing.#MESSAGE_LENGTH;

  readonly #words: Int32Array;
  readonly #tasks: Float64Array;
  readonly #message: Uint16Array;
  /** Names of the kernels by their numbers in tasks. */
  readonly #names: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #exports: WebAssembly.Exports;
  readonly #thread: number;

  /**
   * @param address of `JobRing.BYTES` bytes, which must be zeros when the first thread starts
   * @param exports of the thread's instance of the module, which all threads share
   * @param thread 0: the caller
   */
  constructor(memory: WebAssembly.Memory, address: Pointer, exports: WebAssembly.Exports, thread: number) {
    const tasks = address + 4 * JobRing.#WORDS;
    const message = tasks + 8 * JobRing.#TASK_NUMBERS;
    this.#words = new Int32Array(memory.buffer, address, JobRing.#WORDS);
    this.#tasks = new Float64Array(memory.buffer, tasks, JobRing.#TASK_NUMBERS);
    this.#message = new Uint16Array(memory.buffer, message, JobRing.#MESSAGE_LENGTH);
    this.#names = Object.keys(exports);
    this.#numbers = new Map(this.#names.map((name, i) => [name, i]));
    this.#exports = exports;
    this.#thread = thread;
  }

  /** Number of jobs issued, modulo 2^32. */
  get issued(): number {
    return Atomics.load(this.#words, JobRing.#ISSUED);
  }

  /** Number of jobs completed, modulo 2^32. */
  get completed(): number {
    return Atomics.load(this.#words, JobRing.#COMPLETED);
  }

  /** How many threads are asleep. */
  get sleeping(): number {
    return Atomics.load(this.#words, JobRing.#SLEEPING);
  }

  /** The error of the first task that failed; undefined if none has. */
  get failure(): string | undefined {
    if (Atomics.load(this.#words, JobRing.#FAILED) !== 2) return undefined;
    return String.fromCharCode(...this.#message.subarray(1, 1 + this.#message[0]!));
  }

  /**
   * Adds a job. Only called by thread 0, while fewer than `SLOTS` jobs are unfinished.
   *
   * @param tasks at most `TASKS`
   * @param scratch of thread 0; that of thread t is `t * scratchStep` bytes after it
   */
  issue(tasks: readonly Task[], scratch: Pointer, scratchStep: Bytes): void {
    const job = this.issued;
    const slot = job & (JobRing.SLOTS - 1);
    for (let i = 0; i < tasks.length; i++) this.#write(JobRing.TASKS * slot + i, tasks[i]!, scratch, scratchStep);
    const ticketAt = JobRing.#TICKETS + JobRing.#TICKET_WORDS * slot;
    Atomics.store(this.#words, ticketAt + JobRing.#DONE, 0);
    Atomics.store(this.#words, ticketAt, (job << 16) | (tasks.length << 8));
    Atomics.store(this.#words, JobRing.#ISSUED, (job + 1) | 0);
    if (this.sleeping > 0) Atomics.notify(this.#words, JobRing.#ISSUED, tasks.length);
  }

  /** Takes a task of a job and performs it. @returns false if there is none left */
  performNext(job: number): boolean {
    const slot = job & (JobRing.SLOTS - 1);
    const ticketAt = JobRing.#TICKETS + JobRing.#TICKET_WORDS * slot;
    for (;;) {
      if (this.issued === job) return false;
      const ticket = Atomics.load(this.#words, ticketAt);
      const count = (ticket >>> 8) & 0xff;
      const next = ticket & 0xff;
      if (ticket >>> 16 !== (job & 0xffff) || next >= count) return false;
      if (Atomics.compareExchange(this.#words, ticketAt, ticket, ticket + 1) !== ticket) continue; // another thread took it
      this.#perform(JobRing.TASKS * slot + next);
      if (Atomics.add(this.#words, ticketAt + JobRing.#DONE, 1) === count - 1) this.complete(job);
      return true;
    }
  }

  /** Marks a job and all before it as completed. */
  complete(job: number): void {
    Atomics.store(this.#words, JobRing.#COMPLETED, (job + 1) | 0);
    Atomics.notify(this.#words, JobRing.#COMPLETED);
  }

  /** Sleeps until there is a job after this one, or until the others have completed this one. */
  sleep(job: number): void {
    Atomics.add(this.#words, JobRing.#SLEEPING, 1);
    Atomics.wait(this.#words, this.issued === job ? JobRing.#ISSUED : JobRing.#COMPLETED, job);
    Atomics.sub(this.#words, JobRing.#SLEEPING, 1);
  }

  /** Waits until a job is completed. @returns false after the timeout @throws TypeError on the main thread of a page */
  awaitCompletion(job: number, timeout: Milliseconds): boolean {
    return Atomics.wait(this.#words, JobRing.#COMPLETED, job, timeout) !== 'timed-out';
  }

  #write(index: number, { kernel, args }: Task, scratch: Pointer, scratchStep: Bytes): void {
    if (JobRing.#ARGUMENTS + args.length > JobRing.#TASK_LENGTH) throw new Error(`${kernel} has too many arguments`);
    const at = JobRing.#TASK_LENGTH * index;
    this.#tasks[at] = this.#numbers.get(kernel)!;
    this.#tasks[at + 1] = scratch;
    this.#tasks[at + 2] = scratchStep;
    this.#tasks[at + 3] = args.length;
    this.#tasks.set(args, at + JobRing.#ARGUMENTS);
  }

  #perform(index: number): void {
    const tasks = this.#tasks;
    const at = JobRing.#TASK_LENGTH * index;
    const name = this.#names[tasks[at]!]!;
    const scratch = tasks[at + 1]! + tasks[at + 2]! * this.#thread;
    const args: number[] = [];
    for (let i = 0; i < tasks[at + 3]!; i++) args.push(tasks[at + JobRing.#ARGUMENTS + i]!);
    try {
      (this.#exports[name] as (...args: number[]) => void)(...args, scratch);
    } catch (error) {
      this.#fail(`${String(error)} in ${name}`);
    }
  }

  /** Keeps the message of the first task that fails. */
  #fail(message: string): void {
    if (Atomics.compareExchange(this.#words, JobRing.#FAILED, 0, 1) !== 0) return;
    const length = Math.min(message.length, JobRing.#MESSAGE_LENGTH - 1);
    this.#message[0] = length;
    for (let i = 0; i < length; i++) this.#message[1 + i] = message.charCodeAt(i);
    Atomics.store(this.#words, JobRing.#FAILED, 2);
  }
}
