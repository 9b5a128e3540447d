import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Output folder of the builds. Benches that run at the same time (smoke.mjs) have one each: a build empties its folder. */
export const OUT = join(ROOT, 'dist-bench', process.env['BENCH_FOLDER'] ?? '');
