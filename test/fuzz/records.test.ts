import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFiles } from '../../src/workers/files/read-files.ts';
import { LAYOUT_OPTIONS, LAYOUT_RUNS, LAYOUT_TIMEOUT } from './layout-runs.ts';
import { KNOWN, type KnownSentence } from './layouts.ts';
import { recordLayouts, writeRecords, written } from './records.ts';

/** With the words in them: sentences may be split in other places. */
function entities(sentences: readonly Pick<KnownSentence, 'tokens' | 'spans'>[]): string[] {
  return sentences.flatMap(({ tokens, spans }) =>
    spans.map(({ start, end, type }) => `${type} ${tokens.slice(start, end).join(' ')}`),
  );
}

test(
  'objects of any shape are read as they are, or the reader asks or refuses',
  async () => {
    let undecided = 0;
    await fc.assert(
      fc.asyncProperty(recordLayouts, async (layout) => {
        const { corpora, texts, rejected } = await readFiles([writeRecords(layout, KNOWN)], {
          signal: new AbortController().signal,
          onProgress: () => undefined,
        });
        expect(corpora.length + texts.length + rejected.length).toBe(1); // a text is not trained on
        const expected = entities(KNOWN.map((sentence) => written(layout, sentence)));
        const read = corpora.find(({ corpus }) => corpus.question === undefined);
        if (read === undefined) undecided++;
        expect(read === undefined ? expected : entities(read.corpus.sentences)).toEqual(expected);
      }),
      LAYOUT_OPTIONS,
    );
    expect(undecided).toBeLessThan(0.6 * LAYOUT_RUNS);
  },
  LAYOUT_TIMEOUT,
);
