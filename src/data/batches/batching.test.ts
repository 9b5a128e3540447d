import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamKey } from '../../lib/rng.ts';
import { epochKeys } from '../../model/streams.ts';
import type { Batch, EncodedCorpus } from './batch.ts';
import { epochBatches, evaluationBatches, makeBatch } from './batching.ts';
import { raggedRow, type Lookup, type Ragged } from './ragged.ts';

/** Few words and forms, so that many tokens are equal. Form f has f + 1 characters, 10 f to 11 f. */
const FORMS = 6;
const encodedCorpus = fc
  .array(fc.array(fc.tuple(fc.nat(20), fc.nat(FORMS - 1), fc.nat(3)), { maxLength: 9 }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((sentences): EncodedCorpus => {
    const column = (sentence: number[][], i: number) => Int32Array.from(sentence, (values) => values[i]!);
    return {
      sentences: sentences.map((sentence) => ({
        words: column(sentence, 0),
        forms: column(sentence, 1),
        tags: column(sentence, 2),
      })),
      forms: Array.from({ length: FORMS }, (_, f) => Int32Array.from({ length: f + 1 }, (_char, i) => 10 * f + i)),
    };
  });

/** The values of sequence b in a time-major array. */
function readSequence(layout: Ragged, values: Int32Array, b: number): number[] {
  return Array.from({ length: layout.lengths[b]! }, (_, t) => values[raggedRow(layout, b, t)]!);
}

function expectTransposed({ index, offsets, items }: Lookup, rows: number) {
  expect(offsets).toHaveLength(rows + 1);
  expect([...items].sort((a, b) => a - b)).toEqual(Array.from(index, (_, n) => n));
  for (let r = 0; r < rows; r++) {
    const mine = [...items.subarray(offsets[r], offsets[r + 1])];
    expect(mine).toEqual([...mine].sort((a, b) => a - b));
    expect(mine.every((n) => index[n] === r)).toBe(true);
  }
}

const nonEmpty = ({ sentences }: EncodedCorpus) => [...sentences.keys()].filter((s) => sentences[s]!.words.length > 0);
const wordsOf = ({ words, inputWords }: Batch) => inputWords.index.map((w) => words[w]!); // [N]

describe('makeBatch', () => {
  it('with distinctInputs has one input per pair of word and form, and the same tokens', () => {
    fc.assert(
      fc.property(encodedCorpus, (corpus) => {
        const chosen = nonEmpty(corpus);
        const tokens = makeBatch(corpus, chosen);
        const batch = makeBatch(corpus, chosen, { distinctInputs: true });
        const { tokenInputs, ...others } = batch;
        const inputs = batch.inputWords.index.length;
        const pairs = Array.from({ length: inputs }, (_, p) => `${wordsOf(batch)[p]} ${batch.inputForms.index[p]}`);
        expect(new Set(pairs).size).toBe(inputs);
        expect(tokenInputs!.map((p) => wordsOf(batch)[p]!)).toEqual(wordsOf(tokens));
        expect(tokenInputs!.map((p) => batch.inputForms.index[p]!)).toEqual(tokens.inputForms.index);
        const { inputWords, inputForms } = batch;
        expect({ ...others, tokenInputs: undefined }).toEqual({ ...tokens, inputWords, inputForms });
      }),
    );
  });

  it('contains its sentences in order, and each distinct word and form once', () => {
    fc.assert(
      fc.property(encodedCorpus, (corpus) => {
        const chosen = nonEmpty(corpus);
        const batch = makeBatch(corpus, chosen);
        expect([...batch.sentences].sort((a, b) => a - b)).toEqual(chosen);
        expect([...batch.words]).toEqual([...new Set(batch.words)].sort((a, b) => a - b));
        expectTransposed(batch.inputWords, batch.words.length);
        expectTransposed(batch.inputForms, batch.forms.lengths.length);
        batch.sentences.forEach((index, b) => {
          const sentence = corpus.sentences[index]!;
          expect(readSequence(batch.layout, wordsOf(batch), b)).toEqual([...sentence.words]);
          expect(readSequence(batch.layout, batch.tags, b)).toEqual([...sentence.tags]);
          const forms = readSequence(batch.layout, batch.inputForms.index, b);
          forms.forEach((u, t) => {
            const expected = [...corpus.forms[sentence.forms[t]!]!];
            expect(readSequence(batch.forms, batch.chars, u)).toEqual(expected);
          });
        });
        const used = new Set(chosen.flatMap((index) => [...corpus.sentences[index]!.forms]));
        expect(batch.forms.lengths).toHaveLength(used.size);
      }),
    );
  });

  it('for a character LSTM: looks up every character, and those at which its directions end', () => {
    const alphabet = 10 * FORMS;
    fc.assert(
      fc.property(encodedCorpus, (corpus) => {
        const chosen = nonEmpty(corpus);
        expect(makeBatch(corpus, chosen).charLstm).toBeUndefined();
        const { forms, chars, charLstm } = makeBatch(corpus, chosen, { alphabet });
        const { embedded, last, first } = charLstm!;
        expect(embedded.index).toEqual(chars);
        expectTransposed(embedded, alphabet);
        forms.lengths.forEach((_, u) => {
          const form = readSequence(forms, chars, u);
          expect([chars[first.index[u]!], chars[last.index[u]!]]).toEqual([form[0], form.at(-1)]);
        });
        expectTransposed(first, chars.length);
        expectTransposed(last, chars.length);
      }),
    );
  });

  it('has no tags if a sentence has none', () => {
    const forms = [Int32Array.of(1)];
    const one = Int32Array.of(0);
    const gold = { words: one, forms: one, tags: one };
    const plain = { words: one, forms: one, tags: new Int32Array(0) };
    expect(makeBatch({ sentences: [gold, gold], forms }, [0, 1]).tags).toHaveLength(2);
    expect(makeBatch({ sentences: [gold, plain], forms }, [0, 1]).tags).toHaveLength(0);
  });

  it('rejects empty and missing sentences', () => {
    const empty = { words: new Int32Array(0), forms: new Int32Array(0), tags: new Int32Array(0) };
    expect(() => makeBatch({ sentences: [empty], forms: [] }, [0])).toThrow(/length 0/);
    expect(() => makeBatch({ sentences: [empty], forms: [] }, [1])).toThrow(/no sentence 1 of 1/);
  });

  it('replaces words by the unknown word with the given probability, depending on the key', () => {
    const words = Int32Array.from({ length: 4000 }, (_, i) => 1 + (i % 2)); // only row 1 is replaced
    const corpus = { sentences: [{ words, forms: words.map(() => 0), tags: words }], forms: [Int32Array.of(1)] };
    const replaced = (probability: number, key: number) =>
      wordsOf(
        makeBatch(corpus, [0], { unknownReplacement: { probabilities: Float32Array.of(0, probability, 0), key } }),
      );
    const count = (rows: Int32Array, row: number) => rows.filter((value) => value === row).length;
    const half = replaced(0.5, streamKey(1, 2));
    expect(count(half, 2)).toBe(2000);
    expect(count(half, 0)).toBeGreaterThan(900); // 1000 ± 4.5 standard deviations
    expect(count(half, 0)).toBeLessThan(1100);
    expect(replaced(0.5, streamKey(1, 2))).toEqual(half);
    expect(replaced(0.5, streamKey(1, 3))).not.toEqual(half);
    expect(replaced(0, 1)).toEqual(words);
    expect(count(replaced(1, 1), 0)).toBe(2000);
    expect(corpus.sentences[0]!.words).toEqual(Int32Array.from({ length: 4000 }, (_, i) => 1 + (i % 2)));
  });
});

describe('epochBatches', () => {
  it('contains every sentence that is not empty once, in full batches except for one', () => {
    fc.assert(
      fc.property(encodedCorpus, fc.integer({ min: 1, max: 5 }), fc.nat(), (corpus, size, key) => {
        const expected = nonEmpty(corpus);
        const batches = epochBatches(corpus, size, epochKeys(key, 1));
        expect(batches.flatMap((batch) => [...batch]).sort((a, b) => a - b)).toEqual(expected);
        expect(batches.filter((batch) => batch.length !== size).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  const lengths = Array.from({ length: 200 }, (_, s) => 1 + (s % 50));
  const corpus: EncodedCorpus = {
    sentences: lengths.map((length) => ({
      words: new Int32Array(length),
      forms: new Int32Array(length),
      tags: new Int32Array(length),
    })),
    forms: [Int32Array.of(1)],
  };

  it('is deterministic; another key gives other batches in another order', () => {
    const members = (batches: Int32Array[]) => new Set(batches.map((batch) => [...batch].sort((a, b) => a - b).join()));
    const first = epochBatches(corpus, 8, epochKeys(1, 1));
    const second = epochBatches(corpus, 8, epochKeys(1, 2));
    expect(epochBatches(corpus, 8, epochKeys(1, 1))).toEqual(first);
    const again = [...members(second)].filter((batch) => members(first).has(batch));
    expect(again.length).toBeLessThan(5);
    expect(first.map((batch) => batch.length)).toContain(8);
    expect(first.map((batch) => corpus.sentences[batch[0]!]!.words.length)).not.toEqual(
      first.map((batch) => corpus.sentences[batch[0]!]!.words.length).sort((a, b) => b - a),
    );
  });

  it('groups sentences of similar length', () => {
    for (const batch of epochBatches(corpus, 8, epochKeys(1, 3))) {
      const own = [...batch].map((index) => lengths[index]!);
      expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(12);
    }
  });
});

describe('weights of sentences', () => {
  const words = (length: number) => ({
    words: new Int32Array(length),
    forms: new Int32Array(length),
    tags: new Int32Array(length),
  });
  const weights = Array.from({ length: 20 }, () => [undefined, 0.7, 0.5, undefined, 0.25, 0.55]).flat();
  const corpus: EncodedCorpus = {
    sentences: weights.map((weight) => ({ ...words(2), ...(weight !== undefined && { weight }) })),
    forms: [],
  };

  it('are the shares of epochs in which each is trained on, and each epoch has as many', () => {
    const epochs = Array.from({ length: 2000 }, (_, epoch) =>
      epochBatches(corpus, 8, epochKeys(1, epoch)).flatMap((batch) => [...batch]),
    );
    expect(new Set(epochs.map((epoch) => epoch.length))).toEqual(new Set([80])); // the sum of the weights
    for (const [index, weight = 1] of weights.entries()) {
      const share = epochs.filter((epoch) => epoch.includes(index)).length / epochs.length;
      expect(Math.abs(share - weight)).toBeLessThan(0.05);
    }
  });
});

describe('evaluationBatches', () => {
  it('contains every sentence that is not empty once, longest first, up to maxTokens', () => {
    fc.assert(
      fc.property(encodedCorpus, fc.integer({ min: 1, max: 20 }), (corpus, maxTokens) => {
        const lengthOf = (index: number) => corpus.sentences[index]!.words.length;
        const batches = evaluationBatches(corpus, maxTokens).map((batch) => [...batch]);
        const order = batches.flat();
        expect(order.toSorted((a, b) => a - b)).toEqual(nonEmpty(corpus));
        expect(order.map(lengthOf)).toEqual(order.map(lengthOf).sort((a, b) => b - a));
        const tokens = batches.map((batch) => batch.reduce((sum, index) => sum + lengthOf(index), 0));
        expect(tokens.every((sum, i) => sum <= maxTokens || batches[i]!.length === 1)).toBe(true);
        const withNext = batches.slice(1).map(([first], i) => tokens[i]! + lengthOf(first!));
        expect(withNext.every((sum) => sum > maxTokens)).toBe(true);
      }),
    );
  });
});
