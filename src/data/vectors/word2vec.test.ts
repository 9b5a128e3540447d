import fc from 'fast-check';
import { gzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { FIELDS } from '../../config/schema.ts';
import { sniff } from '../files/sniff.ts';
import { isWord2vec } from '../files/word2vec-header.ts';
import { readVectors } from './read-vectors.ts';
import { fileOf } from './testing.ts';

/** A file as the original program writes it, with or without line breaks after the rows. */
function written(
  rows: readonly (readonly [word: string, values: readonly number[]])[],
  end: string,
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: BlobPart[] = [`${rows.length} ${rows[0]![1].length}\n`];
  for (const [word, values] of rows) parts.push(`${word} `, new Float32Array(values), end);
  const bytes = parts.map((part) =>
    typeof part === 'string' ? encoder.encode(part) : new Uint8Array((part as Float32Array).buffer.slice(0)),
  );
  return new Uint8Array(Buffer.concat(bytes));
}

const words = fc.uniqueArray(fc.constantFrom('the', 'Mira', 'o\u0308', '😀', '東京', '</s>', 'a_b', 'x'), {
  minLength: 1,
  maxLength: 8,
});

test('a binary file of word2vec has its exact values, whatever the chunks', async () => {
  // The first value has bytes that no text has, as those of real files do.
  const value = fc.integer({ min: -1e9, max: 1e9 }).map((whole) => Math.fround(whole / 7e7));
  const values = fc.array(value, { minLength: 5, maxLength: 5 }).map((others) => [1, ...others]);
  const given = words.chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), values))));
  await fc.assert(
    fc.asyncProperty(given, fc.constantFrom('', '\n'), fc.integer({ min: 1, max: 50 }), async (rows, end, chunk) => {
      const names = rows.map(([name]) => name);
      const { vectors, problems } = await readVectors(fileOf(written(rows, end), 'v.bin', chunk), {
        wanted: new Set(names),
      });
      expect(problems).toEqual([]);
      expect(vectors.words).toEqual(names);
      expect(vectors.values).toEqual(Float32Array.from(rows.flatMap(([, own]) => own)));
    }),
    { numRuns: 60 },
  );
});

const ROWS = [
  ['the', [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]],
  ['Mira', [1, 2, 3, 4, 5, 0.1]],
] as const;

test('it is recognised, also packed; one that ends early is an error', async () => {
  const bytes = written(ROWS, '\n');
  expect(await sniff(new File([bytes], 'v.bin'))).toEqual({ kind: 'vectors' });
  expect(await sniff(new File([gzipSync(bytes)], 'v.bin.gz'))).toEqual({ kind: 'vectors' });
  const cut = readVectors(fileOf(bytes.subarray(0, bytes.length - 9)), { wanted: new Set() });
  await expect(cut).rejects.toMatchObject({
    code: 'BadVectors',
    message: expect.stringContaining('after 1 of 2 words') as string,
  });
});

test('an absurd number of dimensions is refused at once', async () => {
  const bytes = Uint8Array.from([
    ...new TextEncoder().encode('3 900000000\nthe '),
    0,
    0,
    0,
    1,
    ...new Uint8Array(1000),
  ]);
  await expect(readVectors(fileOf(bytes, 'v.bin', 1), { wanted: new Set() })).rejects.toThrow(
    /900000000 dimensions, at most 4096/,
  );
});

test('text with more dimensions than a model may have is refused', async () => {
  const most = FIELDS.wordDim.max;
  const rows = (dimensions: number) => new TextEncoder().encode(`the${' 0.5'.repeat(dimensions)}\n`);
  const read = (dimensions: number) => readVectors(fileOf(rows(dimensions), 'v.txt', 1), { wanted: new Set(['the']) });
  expect((await read(most)).vectors.dimensions).toBe(most);
  await expect(read(most + 1)).rejects.toThrow('v.txt has vectors of 4097 dimensions, at most 4096 are read.');
});

test('numbers of columns are no header of vectors', () => {
  expect(isWord2vec(new TextEncoder().encode('0 1\nAda (PER)\nran *\n'))).toBe(false);
});

test('numbers as text are no binary file, however odd', async () => {
  for (const row of [
    'the 1 2 3 4 5 6',
    'the 0,5 0,5 0,5 1 2 3',
    'the nan inf 0x1p-3 1 2 3',
    'the -1e-05 .5 +1 2 3 4',
  ]) {
    expect(isWord2vec(new TextEncoder().encode(`2 6\n${row}\nof 1 2 3 4 5 6\n`))).toBe(false);
  }
});
