import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFiles } from '../../src/workers/files/read-files.ts';
import type { Corpus, CorpusOptions } from '../../src/data/corpus.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import { writeCorrected } from '../../src/data/corpora/write-corrected.ts';
import { LAYOUT_OPTIONS, LAYOUT_RUNS, LAYOUT_TIMEOUT } from './layout-runs.ts';
import { KNOWN, layouts, writeFile, writeLayout } from './layouts.ts';

const expected = KNOWN.map(({ tokens, spans }) => ({ tokens, spans }));

test(
  'a corpus in any layout of columns is read as it is, or the reader asks',
  async () => {
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(layouts, async (layout) => {
        const { corpora, rejected } = await readFiles([writeFile(layout, KNOWN)], {
          signal: new AbortController().signal,
          onProgress: () => undefined,
        });
        expect(rejected).toEqual([]);
        const { sentences, question } = corpora[0]!.corpus;
        if (question !== undefined) asked++;
        const read = question === undefined ? sentences.map(({ tokens, spans }) => ({ tokens, spans })) : expected;
        expect(read).toEqual(expected);
      }),
      LAYOUT_OPTIONS,
    );
    expect(asked).toBeLessThan(0.3 * LAYOUT_RUNS);
  },
  LAYOUT_TIMEOUT,
);

/** Without the second sentence, and with a span more or less in each other one. */
const CORRECTED = KNOWN.map(({ tokens, spans }, s) => {
  const free = tokens.findIndex((_, t) => spans.every(({ start, end }) => t + 1 < start || t > end));
  const more = free < 0 || s % 2 === 0 ? [] : [{ start: free, end: free + 1, type: 'ORG' }];
  return { tokens, spans: [...spans.slice(s % 2 === 0 ? 1 : 0), ...more].toSorted((a, b) => a.start - b.start) };
});

test(
  'corrections are written in the layout of the file, and read back',
  () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const bytes = writeLayout(layout, KNOWN);
        const corpus = readCorpus('town.txt', bytes);
        if (corpus.question !== undefined) return;
        const corrections = CORRECTED.map(({ spans }, s) => [s, s === 1 ? 'excluded' : { spans }] as const);
        const { parts } = writeCorrected(bytes, corpus, new Map(corrections));
        const { sentences } = readCorpus('town.txt', new Uint8Array(Buffer.concat(parts)), readingOf(corpus));
        expect(sentences.map(({ tokens, spans }) => ({ tokens, spans }))).toEqual(CORRECTED.filter((_, s) => s !== 1));
      }),
      { ...LAYOUT_OPTIONS, numRuns: LAYOUT_RUNS / 2 },
    );
  },
  LAYOUT_TIMEOUT,
);

/** What a file of few entities may not show again. */
function readingOf({ layout, tagColumn, style }: Corpus): CorpusOptions {
  return layout?.items === undefined && layout?.tags.typeColumn === undefined
    ? { tokenColumn: layout!.tokenColumn, tagColumn, scheme: style.scheme }
    : {};
}
