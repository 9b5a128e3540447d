import { afterAll } from 'vitest';
import { resetStores } from '../../src/app/stores/create-store.ts';

// Files that share their modules share the stores, too: what one file leaves there must not reach the next.
afterAll(resetStores);
