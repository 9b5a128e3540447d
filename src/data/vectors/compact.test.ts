import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNK_ROWS, compactVectorsFrom, CompactVectors, CompactWriter, MemorySink } from './compact.ts';
import { hashWord } from '../../lib/word-hash.ts';
import { WordIndex } from './word-index.ts';

async function store(rows: readonly (readonly [string, number[]])[], dimensions: number): Promise<CompactVectors> {
  const sink = new MemorySink();
  const writer = new CompactWriter(dimensions);
  const index = new WordIndex();
  for (const [word, values] of rows) {
    index.add(hashWord(word));
    writer.add(Float32Array.from(values));
    for (const chunk of writer.take()) await sink.write(chunk);
  }
  for (const chunk of writer.takeLast()) await sink.write(chunk);
  return sink.finish(dimensions, index);
}

describe('CompactVectors', () => {
  it('restores each value within 1/254 of the largest in its row', async () => {
    const row = fc.array(fc.float({ noNaN: true, min: -100, max: 100 }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(row, async (values) => {
        const vectors = await store([['word', values]], 5);
        const found = (await vectors.find(['word'])).get('word')!;
        const largest = Math.max(...values.map(Math.abs));
        found.forEach((value, i) =>
          expect(Math.abs(value - values[i]!)).toBeLessThanOrEqual((largest / 254) * 1.001 + 1e-40),
        );
      }),
    );
  });

  it('finds words by their spellings, best first', async () => {
    const vectors = await store(
      [
        ['rome', [1]],
        ['0000', [2]],
        ['Oslo', [3]],
        ['oslo', [4]],
      ],
      1,
    );
    const found = await vectors.find(['Rome', '1996', 'Oslo', 'Paris']);
    expect([...found].map(([key, [value]]) => `${key} ${value}`)).toEqual(['Rome 1', '1996 2', 'Oslo 3']);
  });

  it('extracts its first words', async () => {
    const rows = Array.from({ length: 2 * CHUNK_ROWS + 10 }, (_, i) => [`w${i}`, [i, -i]] as const);
    const all = await store(
      rows.map(([word, values]) => [word, [...values]]),
      2,
    );
    for (const size of [0, 10, CHUNK_ROWS, CHUNK_ROWS + 1, 1e6]) {
      const extract = await all.extract(size);
      const part = compactVectorsFrom(extract);
      expect(extract.hashes).toHaveLength(Math.min(size, rows.length));
      for (const word of ['w0', 'w9', `w${CHUNK_ROWS}`, `w${rows.length - 1}`]) {
        const expected = Number(word.slice(1)) < size ? (await all.find([word])).get(word) : undefined;
        expect((await part.find([word])).get(word)).toEqual(expected);
      }
    }
  });

  it('throws if a chunk is missing', async () => {
    const index = new WordIndex();
    index.add(hashWord('word'));
    const vectors = new CompactVectors(1, index, () => Promise.resolve(undefined));
    await expect(vectors.find(['word'])).rejects.toMatchObject({ code: 'BadVectors' });
  });
});
