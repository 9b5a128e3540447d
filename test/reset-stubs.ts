import { afterAll, vi } from 'vitest';

// Files that share their modules share the globals and the environment, too: what one file replaces must not reach the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
