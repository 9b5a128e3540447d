import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EncodedCorpus } from './batch.ts';
import { makeBatch } from './batching.ts';
import { batchArrays, padBatch, paddedSizes } from './pad.ts';
import { raggedRows } from './ragged.ts';

const VOCABULARY = 9;
const ALPHABET = 7;

/** Documents of sentences over few words, so that there are links. */
const corpora = fc
  .array(fc.array(fc.array(fc.nat(VOCABULARY - 1), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((documents): EncodedCorpus => ({
    sentences: documents.flatMap((sentences, document) =>
      sentences.map((words) => ({
        words: Int32Array.from(words),
        forms: Int32Array.from(words),
        tags: Int32Array.from(words, (word) => word % 3),
        document,
        keys: Int32Array.from(words),
      })),
    ),
    forms: Array.from({ length: VOCABULARY }, (_, form) =>
      Int32Array.from({ length: 1 + ((form * form) % 70) }, (__, c) => (form + c) % ALPHABET),
    ),
  }));

/** For a character LSTM, or for a CNN. */
const batchesOf = (corpus: EncodedCorpus) =>
  [{ alphabet: ALPHABET }, {}].map((options) => makeBatch(corpus, [...corpus.sentences.keys()], options));

test('a padded batch has the rows of the batch in their places, and nothing refers to the others', () => {
  fc.assert(
    fc.property(corpora, fc.nat(1), (corpus, model) => {
      const batch = batchesOf(corpus)[model]!;
      const sizes = paddedSizes(batch);
      const padded = padBatch(batch, sizes);
      expect(raggedRows(padded.layout)).toBe(raggedRows(batch.layout));
      expect(padded.layout.lengths).toEqual(batch.layout.lengths);
      const [own, all] = [batchArrays(batch), batchArrays(padded)];
      expect(all).toHaveLength(own.length);
      own.forEach((values, i) => expect(all[i]!.subarray(0, values.length)).toEqual(values));
      for (const [lookup, before] of [
        [padded.inputWords, batch.inputWords],
        [padded.inputForms, batch.inputForms],
        [padded.links?.rows, batch.links?.rows],
      ]) {
        expect(lookup?.offsets.at(-1)).toBe(before?.items.length); // the inverse has no further items
      }
      expect([...padded.words.subarray(batch.words.length)].every((row) => row === -1)).toBe(true);
      expect([...padded.forms.lengths.subarray(batch.forms.lengths.length)].every((length) => length === 0)).toBe(true);
    }),
  );
});

test('batches of the same sizes are padded to the same lengths, at most a quarter more than they need', () => {
  const lengths = new Map<string, number[]>();
  fc.assert(
    fc.property(corpora, fc.nat(1), (corpus, model) => {
      const batch = batchesOf(corpus)[model]!;
      const sizes = paddedSizes(batch);
      const kind = `${model} ${batch.sentences.length} ${JSON.stringify(sizes)}`;
      const own = batchArrays(padBatch(batch, sizes)).map(({ length }) => length);
      expect(lengths.get(kind) ?? own).toEqual(own);
      lengths.set(kind, own);
      const needed = Math.max(raggedRows(batch.layout), batch.chars.length / (model === 0 ? Infinity : 16));
      expect(sizes.tokens).toBeLessThanOrEqual(Math.max(16, 1.25 * needed));
      const characters = model === 0 ? batch.chars.length : Infinity;
      expect(sizes.characters).toBeLessThanOrEqual(Math.max(16, 1.25 * characters));
    }),
  );
});
