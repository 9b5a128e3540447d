import { afterAll } from 'vitest';
import { resetStores } from './reset-stores.ts';

// Files that share a page share its stores and singletons, too: what one file leaves there must not reach the next.
afterAll(resetStores);
