import { vi } from 'vitest';

// A busy machine is no failure: `vi.waitFor` and `vi.waitUntil` wait longer than a second, unless a test says how long.
const LONGER = { timeout: 30_000 };
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? LONGER);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? LONGER);
