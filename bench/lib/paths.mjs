import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Output folder of the builds. */
export const OUT = join(ROOT, 'dist-bench');
