/**
 * Locks that the pages and workers of this origin share: held until they are released, or their holder ends. They exist only in secure
 * contexts; elsewhere every lock can be taken, and none is ever seen.
 */
const manager = (): LockManager | undefined => globalThis.navigator?.locks;

export const hasLocks = (): boolean => manager() !== undefined;

/** Waits for the lock. @returns releases it */
export async function holdLock(name: string): Promise<() => void> {
  const { promise: over, resolve: release } = resolvable();
  await new Promise<void>((resolve) => {
    const request = manager()?.request(name, () => {
      resolve();
      return over;
    });
    if (request === undefined) resolve();
  });
  return release;
}

/**
 * Takes the lock until this page or worker ends.
 *
 * @param until how long to wait for it; by default it must be free
 * @returns whether it was taken
 */
export function takeLock(name: string, until?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const options = until === undefined ? { ifAvailable: true } : { signal: until };
    const request = manager()?.request(name, options, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => undefined);
    });
    if (request === undefined) resolve(true);
    else request.catch(() => resolve(false)); // it took too long
  });
}

/** The names of all locks that are held. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  return new Set(((await manager()?.query())?.held ?? []).flatMap(({ name }) => name ?? []));
}

/** Resolves when the lock is free. */
export async function whenUnlocked(name: string, signal?: AbortSignal): Promise<void> {
  await manager()?.request(name, { mode: 'shared', ...(signal && { signal }) }, () => undefined);
}

function resolvable() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
