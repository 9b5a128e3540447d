/** Jobs that may be under way at a time: a power of two. */
const SLOTS = 32;

/**
 * The block of shared memory in which the caller and its threads meet. All of it is read and written with atomics, but for the
 * tasks, which are written before the ticket that announces them. Numbers are indices of 32-bit words; each of those that are
 * written is in a cache line of its own.
 */
export const CONTROL = {
  /** How many jobs there have been. Job j has slot `j % slots`. */
  issued: 0,
  /** How many of them are done. They are done in order, so this is the one that is under way. */
  completed: 16,
  /** How many threads are asleep. */
  sleeping: 32,
  /** 1: a task ended with an error. */
  failed: 48,
  slots: SLOTS,
  /** The first slot, and words from slot to slot. */
  slotsAt: 64,
  slotWords: 32,
  /**
   * In a slot: its job (upper half of the word, modulo 2^16), how many tasks that has, and the first of them that nobody has taken
   * (8 bits each). Taken by compare and exchange, so that a thread that comes late takes nothing of another job.
   */
  ticket: 0,
  /** In a slot: how many tasks are done. */
  done: 16,
  /** Words before the tasks. */
  words: 64 + 32 * SLOTS,
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

export const CONTROL_BYTES = 4 * CONTROL.words + 8 * CONTROL.taskLength * CONTROL.tasks * CONTROL.slots;

/** The 32-bit words of the block that begins at `address`. */
export function controlWords(memory: WebAssembly.Memory, address: number): Int32Array {
  return new Int32Array(memory.buffer, address, CONTROL.words);
}

/** The tasks of the block that begins at `address`: those of slot 0, and so on. */
export function controlTasks(memory: WebAssembly.Memory, address: number): Float64Array {
  const length = CONTROL.taskLength * CONTROL.tasks * CONTROL.slots;
  return new Float64Array(memory.buffer, address + 4 * CONTROL.words, length);
}
