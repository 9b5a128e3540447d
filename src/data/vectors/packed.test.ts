import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packVectors } from '../../../scripts/embeddings/pack.ts';
import { CHUNK_ROWS } from './compact.ts';
import { PACKED } from './packed.ts';
import { readVectors } from './read-vectors.ts';

const DIMENSIONS = 4;
const WORDS = Array.from({ length: CHUNK_ROWS + 3 }, (_, row) => `word${row}`);
const VECTORS = WORDS.map((_, row) =>
  Float32Array.from({ length: DIMENSIONS }, (_, d) => Math.sin(row * DIMENSIONS + d) * (row % 7)),
);

const file = (bytes: Uint8Array) => new File([bytes as Uint8Array<ArrayBuffer>], 'small.zip');
const packed = packVectors(WORDS, VECTORS);

/** The packed file with one entry changed or removed. */
function changed(name: string, contents: Uint8Array | undefined): File {
  const { [name]: _, ...others } = unzipSync(packed);
  return file(zipSync(contents === undefined ? others : { ...others, [name]: contents }));
}

describe('packed vectors', () => {
  it('returns the wanted words, and stores all words', async () => {
    const wanted = new Set([`word${CHUNK_ROWS + 1}`, 'word5', 'elsewhere']);
    const { vectors, words, stored, problems } = await readVectors(file(packed), { wanted });
    expect(problems).toEqual([]);
    expect(words).toBe(WORDS.length);
    expect(vectors.words).toEqual(['word5', `word${CHUNK_ROWS + 1}`]);
    const found = await stored!.find(WORDS);
    expect(vectors.values.subarray(0, DIMENSIONS)).toEqual(found.get('word5'));
    expect(vectors.values.subarray(DIMENSIONS)).toEqual(found.get(`word${CHUNK_ROWS + 1}`));
    VECTORS.forEach((vector, row) => {
      const largest = Math.max(...vector.map(Math.abs));
      found.get(`word${row}`)!.forEach((value, d) => {
        expect(Math.abs(value - vector[d]!)).toBeLessThanOrEqual((largest / 254) * 1.001);
      });
    });
  });

  it('are packed deterministically', () => {
    expect(packVectors(WORDS, VECTORS)).toEqual(packed);
  });

  it.each([
    ['another version', PACKED.header, strToU8('{"format":"tagsmith-vectors","version":2}'), /version 1/],
    ['invalid JSON', PACKED.header, strToU8('{'), /vectors\.json/],
    ['too few words', PACKED.words, strToU8('one'), /2051 distinct words/],
    ['a duplicate word', PACKED.words, strToU8([...WORDS.slice(1), 'word7'].join('\n')), /2051 distinct words/],
    ['too few values', PACKED.values, new Uint8Array(9), /9 bytes, expected 8204/],
    ['scales that are not finite', PACKED.scales, new Uint8Array(4 * WORDS.length).fill(0xff), /not finite/],
    ['missing scales', PACKED.scales, undefined, /scales\.f32 is missing/],
  ])('reject %s', async (_, name, contents, message) => {
    const read = readVectors(changed(name, contents), { wanted: new Set() });
    await expect(read).rejects.toMatchObject({ code: 'BadVectors', message: expect.stringMatching(message) as string });
  });

  it('reject a truncated file', async () => {
    const cut = readVectors(file(packed.slice(0, packed.length / 2)), { wanted: new Set() });
    await expect(cut).rejects.toMatchObject({ code: 'BadVectors' });
  });
});
