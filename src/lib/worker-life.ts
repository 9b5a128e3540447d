import { hasLocks, heldLocks, whenUnlocked } from './locks.ts';
import type { Milliseconds } from './units.ts';

const CHECK_EVERY: Milliseconds = 1000;

/**
 * Starts a worker that takes the lock of its name (`takeLock`). It gets an `error` event also if it ends without one, for example because memory runs out.
 *
 * @param create with this name, which is also that of its lock
 */
export function startWorker(kind: string, create: (name: string) => Worker): Worker {
  const name = `tagsmith-${kind}-${crypto.randomUUID()}`;
  const worker = create(name);
  const over = new AbortController();
  worker.terminate = () => {
    over.abort();
    Worker.prototype.terminate.call(worker);
  };
  const message = 'it ended without an error, probably because it ran out of memory';
  whenEnded(name, over.signal).then(
    () => worker.dispatchEvent(new ErrorEvent('error', { message, cancelable: true })),
    () => undefined, // terminated
  );
  return worker;
}

/** Resolves when a worker no longer holds the lock of its name, because it has ended; never if there are no locks. */
async function whenEnded(name: string, signal: AbortSignal): Promise<void> {
  if (!hasLocks()) return new Promise(() => undefined);
  while (!(await heldLocks()).has(name)) {
    signal.throwIfAborted();
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_EVERY);
    });
  }
  await whenUnlocked(name, signal);
}
