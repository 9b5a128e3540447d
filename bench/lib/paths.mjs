import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the bench builds what it runs. */
export const OUT = join(ROOT, 'dist-bench');
