import type { Milliseconds } from './units.ts';

const CHECK_EVERY: Milliseconds = 1000;

/** A unique name for a worker, which is also the name of its lock. */
export function workerName(kind: string): string {
  return `tagsmith-${kind}-${crypto.randomUUID()}`;
}

/** Call it in a worker. Holds the lock of its name until the worker ends, so that others can detect that. */
export function holdLock(name: string): void {
  void navigator.locks?.request(name, () => new Promise(() => undefined));
}

/** Resolves when a worker no longer holds the lock of its name; never if locks are not available. */
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
 * Dispatches an `error` event if a worker that holds the lock of its name ends without one, for example because memory runs out. Does
 * nothing after the worker has been terminated.
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
