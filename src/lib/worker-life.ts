import type { Milliseconds } from './units.ts';

const CHECK_EVERY: Milliseconds = 1000;

/** A name for a worker that no other has: it is also the name of its lock. */
export function workerName(kind: string): string {
  return `tagsmith-${kind}-${crypto.randomUUID()}`;
}

/** Called in a worker: it holds the lock of its name as long as it lives, so that others notice its end. */
export function holdLock(name: string): void {
  void navigator.locks?.request(name, () => new Promise(() => undefined));
}

/** Resolves when a worker that has held the lock of its name does not hold it any more; never where there are no locks. */
export async function whenEnded(name: string, signal: AbortSignal): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return new Promise(() => undefined);
  while (!((await locks.query()).held ?? []).some((lock) => lock.name === name)) {
    signal.throwIfAborted();
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_EVERY);
    });
  }
  await locks.request(name, { signal }, () => undefined);
}

/**
 * A worker may end without an error event, as when the memory runs out. One that holds the lock of its name gets an `error` event then,
 * until it is terminated.
 *
 * @returns the worker
 */
export function withReportedEnd(worker: Worker, name: string): Worker {
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
