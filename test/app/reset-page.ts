import { afterAll } from 'vitest';
import '../../src/app/look/mantine-styles.ts';
import '../../src/app/look/page.css';
import { resetStores } from './reset-stores.ts';

// Each test has the styles of the page, whichever files came before. Files that share a page share its stores and singletons, too:
// what one file leaves there must not reach the next.
afterAll(resetStores);
