import type { Milliseconds } from '../../../lib/units.ts';
import type { CONTROL } from './control.ts';

/** All that a thread needs, as it is posted to it. */
export interface ThreadStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** As the caller's module has it. */
  inIntegers: number;
  /** Address of the control block, and what is where in it. */
  control: number;
  layout: typeof CONTROL;
  /** Kernels by their numbers in tasks. */
  kernels: readonly string[];
  /** From 1: the caller is thread 0. */
  thread: number;
  /** How long it looks for the next job before it sleeps: to be woken takes about 0.1 ms. */
  spin: Milliseconds;
}

/**
 * The life of a thread: it takes tasks of the job at hand, and never returns. Node's threads are given this function as
 * text, so it can use nothing of this file but its own arguments.
 *
 * @param ready called before the first task
 */
export function serveThread(start: ThreadStart, ready: () => void): void {
  const { module, memory, control, layout, thread, spin } = start;
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  (exports['IN_INTEGERS'] as WebAssembly.Global<'i32'>).value = start.inIntegers;
  const kernels = start.kernels.map((name) => exports[name] as (...args: number[]) => void);
  const words = new Int32Array(memory.buffer, control, layout.words);
  const length = layout.taskLength * layout.tasks * layout.slots;
  const tasks = new Float64Array(memory.buffer, control + 4 * layout.words, length);

  const perform = (at: number) => {
    const args = Array.from(tasks.subarray(at + layout.argumentsAt, at + layout.argumentsAt + tasks[at + 3]!));
    args.push(tasks[at + 1]! + tasks[at + 2]! * thread);
    try {
      kernels[tasks[at]!]!(...args);
    } catch (error) {
      Atomics.store(words, layout.failed, 1);
      throw error;
    }
  };

  const finish = (job: number, slotAt: number, count: number) => {
    if (Atomics.add(words, slotAt + layout.done, 1) !== count - 1) return;
    Atomics.store(words, layout.completed, (job + 1) | 0);
    Atomics.notify(words, layout.completed);
  };

  ready();
  for (let idleSince = performance.now(); ;) {
    const job = Atomics.load(words, layout.completed);
    const isUnderWay = Atomics.load(words, layout.issued) !== job;
    const slot = job & (layout.slots - 1);
    const slotAt = layout.slotsAt + layout.slotWords * slot;
    const ticket = Atomics.load(words, slotAt + layout.ticket);
    const [count, next] = [(ticket >>> 8) & 0xff, ticket & 0xff];
    if (isUnderWay && ticket >>> 16 === (job & 0xffff) && next < count) {
      if (Atomics.compareExchange(words, slotAt + layout.ticket, ticket, ticket + 1) !== ticket) continue; // another took it
      try {
        perform(layout.taskLength * (layout.tasks * slot + next));
      } finally {
        finish(job, slotAt, count);
      }
      idleSince = performance.now();
    } else if (performance.now() - idleSince > spin) {
      // For the next job, or until others are done with this one.
      Atomics.add(words, layout.sleeping, 1);
      Atomics.wait(words, isUnderWay ? layout.completed : layout.issued, job);
      Atomics.sub(words, layout.sleeping, 1);
      idleSince = performance.now();
    }
  }
}
