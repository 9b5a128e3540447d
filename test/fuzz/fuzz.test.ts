import { mkdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { inputsOf, KINDS, type Kind } from './inputs.ts';
import { readWithAll } from './readers.ts';

/** The minutes of `npm run fuzz -- MINUTES`; otherwise a few seconds. */
const MINUTES = Number(process.env['FUZZ_MINUTES'] ?? 0);
const RUNS = 70;
/** A random seed generates different inputs each time; failure messages include it. */
const SEED = MINUTES > 0 ? Date.now() % 2 ** 31 : 1;

interface Row {
  kind: Kind;
  inputs: number;
  read: number;
  refused: number;
  slowest: number; // ms
}

const rows: Row[] = [];

test.each(KINDS)(
  'files of the kind %s, most of them damaged, are read correctly or refused with a message',
  async (kind) => {
    const row: Row = { kind, inputs: 0, read: 0, refused: 0, slowest: 0 };
    const property = fc.asyncProperty(inputsOf(kind), async (input) => {
      const started = performance.now();
      row[await readWithAll(input)]++;
      row.inputs++;
      row.slowest = Math.max(row.slowest, performance.now() - started);
    });
    const until = (MINUTES * 60_000) / KINDS.length;
    await fc.assert(property, {
      seed: SEED,
      ...(MINUTES > 0 ? { numRuns: 1e9, interruptAfterTimeLimit: until } : { numRuns: RUNS }),
    });
    rows.push(row);
    expect(row.inputs).toBeGreaterThanOrEqual(Math.min(RUNS, 1));
    expect(row.read + row.refused).toBe(row.inputs);
  },
  MINUTES * 60_000 + 60_000,
);

afterAll(() => {
  if (MINUTES === 0) return;
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/fuzz.json', JSON.stringify({ minutes: MINUTES, seed: SEED, rows }));
});
