/**
 * The block of shared memory in which the caller and its threads meet. All of it is read and written with atomics, but for the
 * tasks, which are written before the ticket that announces them.
 */
export const CONTROL = {
  /**
   * Index of the 32-bit word that says what is left of a job: its number of tasks (upper half), and the first of them that
   * nobody has taken (lower half). Taken by compare and exchange, so that a thread that comes late takes nothing of an old job.
   */
  ticket: 0,
  /** How many tasks of the job are done. */
  done: 16,
  /** How many threads are asleep. */
  sleeping: 32,
  /** 1: a task ended with an error. */
  failed: 48,
  /** Words before the tasks. Each of the above is in a cache line of its own. */
  words: 64,
  /**
   * Float64s of a task: number of the kernel, scratch address of thread 0, bytes from thread to thread, number of
   * arguments, arguments.
   */
  taskLength: 32,
  /** Where the arguments begin. */
  argumentsAt: 4,
  /** Tasks of one job, at most. */
  tasks: 64,
} as const;

export const CONTROL_BYTES = 4 * CONTROL.words + 8 * CONTROL.taskLength * CONTROL.tasks;

/** The 32-bit words of the block that begins at `address`. */
export function controlWords(memory: WebAssembly.Memory, address: number): Int32Array {
  return new Int32Array(memory.buffer, address, CONTROL.words);
}

/** The tasks of the block that begins at `address`. */
export function controlTasks(memory: WebAssembly.Memory, address: number): Float64Array {
  return new Float64Array(memory.buffer, address + 4 * CONTROL.words, CONTROL.taskLength * CONTROL.tasks);
}
