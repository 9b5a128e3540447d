import type { Pointer } from '../../../lib/pointer.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import type { JobRing } from './job-ring.ts';

/** The start message of a thread. */
export interface ThreadStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Value of the caller's `IN_INTEGERS`. */
  inIntegers: number;
  /** Address of the ring. */
  ring: Pointer;
  /** From 1: the caller is thread 0. */
  thread: number;
  /** Time for which the thread polls for the next job before it sleeps: waking up takes about 0.1 ms. */
  spin: Milliseconds;
}

/**
 * Main loop of a thread: it performs tasks and never returns. Node's threads receive this function as source text, so it must not
 * use anything but its arguments.
 *
 * @param Ring the class `JobRing`
 * @param ready called before the first task
 */
export function serveThread(start: ThreadStart, Ring: typeof JobRing, ready: () => void): void {
  const { module, memory, inIntegers, thread, spin } = start;
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  (exports['IN_INTEGERS'] as WebAssembly.Global<'i32'>).value = inIntegers;
  const ring = new Ring(memory, start.ring, exports, thread);
  ready();
  for (let idleSince = performance.now(); ;) {
    const job = ring.completed;
    if (ring.performNext(job)) {
      idleSince = performance.now();
    } else if (performance.now() - idleSince > spin) {
      ring.sleep(job);
      idleSince = performance.now();
    }
  }
}
