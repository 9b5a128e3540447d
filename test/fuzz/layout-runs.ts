/**
 * Number of layouts that each test tries, and the seed: `FUZZ_LAYOUTS=20000 FUZZ_SEED=7 npx vitest run --project unit test/fuzz`; `npm run
 * fuzz` tries as many.
 */
export const LAYOUT_RUNS = Number(
  process.env['FUZZ_LAYOUTS'] ?? (process.env['FUZZ_MINUTES'] === undefined ? 150 : 20_000),
);

/** A busy machine takes 60 ms for a layout. In milliseconds. */
export const LAYOUT_TIMEOUT = Math.max(600_000, 100 * LAYOUT_RUNS);

/** Few layouts are the same in each run. */
const SEED = process.env['FUZZ_SEED'] ?? (LAYOUT_RUNS < 1000 ? '1' : undefined);

export const LAYOUT_OPTIONS = { numRuns: LAYOUT_RUNS, ...(SEED !== undefined && { seed: Number(SEED) }) };
