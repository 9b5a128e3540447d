import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import { KNOWN, layouts, writeLayout } from './layouts.ts';

/** Number of layouts: `FUZZ_LAYOUTS=20000 npx vitest run --project unit test/fuzz/layouts.test.ts`; `npm run fuzz` tries as many. */
const RUNS = Number(process.env['FUZZ_LAYOUTS'] ?? (process.env['FUZZ_MINUTES'] === undefined ? 150 : 20_000));

const expected = KNOWN.map(({ tokens, spans }) => ({ tokens, spans }));

test('a corpus in any layout of columns is read as it is, or the reader asks', () => {
  let [equal, asked] = [0, 0];
  fc.assert(
    fc.property(layouts, (layout) => {
      const { sentences, question } = readCorpus('town.txt', writeLayout(layout, KNOWN));
      if (question !== undefined) {
        asked++;
        return;
      }
      equal++;
      expect(sentences.map(({ tokens, spans }) => ({ tokens, spans }))).toEqual(expected);
    }),
    { numRuns: RUNS, ...(RUNS < 1000 && { seed: 1 }) },
  );
  expect(equal + asked).toBe(RUNS);
  expect(asked).toBeLessThan(0.2 * RUNS);
}, 600_000);
