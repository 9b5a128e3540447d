import { afterEach, beforeEach } from 'vitest';
import { holdLock } from '../../src/lib/locks.ts';

/** Test files that run at the same time share an origin and its storage: of those that name the same storage, one test runs at a time. */
export function aloneWith(storage: string): void {
  let release = (): void => undefined;
  beforeEach(async () => {
    release = await holdLock(`test: ${storage}`);
  });
  afterEach(() => release());
}
