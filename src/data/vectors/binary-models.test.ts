import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { StudioError } from '../../lib/errors.ts';
import { readFiles } from '../../workers/files/read-files.ts';
import { joinedFiles } from '../files/matrix-file.ts';
import { sniff } from '../files/sniff.ts';
import { readVectors } from './read-vectors.ts';
import { fileOf } from './testing.ts';

/** Files of the original programs, in base64, and their vectors as text; binary-vectors.py wrote them. */
const FIXTURES = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/binary-vectors.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;
const WORDS = ['the', 'Mira', 'größe', '東京', '😀', '</s>'];

function fixture(name: string): File {
  return new File([Buffer.from(FIXTURES[name]!, 'base64')], name);
}

/** Words and values of a text file of word2vec. */
function valuesIn(text: string): Map<string, number[]> {
  const [, ...lines] = text.trim().split('\n');
  return new Map(lines.map((line) => [line.split(' ')[0]!, line.trim().split(' ').slice(1).map(Number)]));
}

async function valuesOf(file: Parameters<typeof readVectors>[0]): Promise<Map<string, number[]>> {
  const { vectors, problems } = await readVectors(file, { wanted: new Set(WORDS) });
  expect(problems).toEqual([]);
  const { words, values, dimensions } = vectors;
  return new Map(words.map((word, i) => [word, [...values.subarray(i * dimensions, (i + 1) * dimensions)]]));
}

function expectSame(found: Map<string, number[]>, expected: Map<string, number[]>, digits: number): void {
  expect([...found.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [word, values] of expected)
    for (const [d, value] of values.entries()) expect(found.get(word)![d]).toBeCloseTo(value, digits);
}

describe('fastText', () => {
  test.each(['ngrams', 'words'])('the vectors of %s.bin are those that fastText writes', async (name) => {
    const found = await valuesOf(fixture(`${name}.bin`));
    expectSame(found, valuesIn(FIXTURES[`${name}.vec`]!), 4); // it writes five digits
  });

  /** A model with the words a and b, three buckets, and 1-grams; `change` damages it. */
  function model(change: (view: DataView) => void = () => undefined): Uint8Array {
    const view = new DataView(new ArrayBuffer(64 + 28 + 2 * 11 + 17 + 5 * 2 * 4));
    const bytes = new Uint8Array(view.buffer);
    bytes.set([0xba, 0x16, 0x4f, 0x2f, 12]);
    for (const [i, value] of [2, 5, 1, 1, 5, 1, 2, 2, 3, 1, 1, 100].entries()) view.setInt32(8 + 4 * i, value, true);
    let at = 64;
    for (const value of [2, 2, 0]) at = (view.setInt32(at, value, true), at + 4);
    at += 8;
    view.setBigInt64(at, -1n, true);
    at += 8;
    for (const word of ['a', 'b']) {
      bytes[at] = word.charCodeAt(0);
      at += 11;
    }
    at += 1;
    view.setBigInt64(at, 5n, true);
    view.setBigInt64(at + 8, 2n, true);
    at += 16;
    for (let i = 0; i < 10; i++) view.setFloat32(at + 4 * i, i, true);
    change(view);
    return bytes;
  }

  test('the vector of a word is the mean of its row and those of its n-grams', async () => {
    // The only 1-gram of a is a: without those of the borders. Its FNV-1a hash, 0xe40c292c, is 0 modulo 3: the row 4 5.
    const { vectors } = await readVectors(fileOf(model(), 'm.bin'), { wanted: new Set(['a', 'b']) });
    const row = [4, 5, 6, 7, 8, 9].slice(2 * (0xe40c292c % 3));
    expect([...vectors.values.subarray(0, 2)]).toEqual([(0 + row[0]!) / 2, (1 + row[1]!) / 2]);
  });

  test.each<[string, (view: DataView) => void, RegExp]>([
    ['another version', (view) => view.setInt32(4, 11, true), /version 11/],
    ['a quantized model', (view) => view.setInt8(64 + 28 + 22, 1), /is quantized\. Use the \.vec file/],
    ['a matrix that is too large', (view) => view.setBigInt64(64 + 28 + 23, 1n << 40n, true), /do not fit/],
    ['more words than there are', (view) => view.setInt32(64, 1000, true), /do not fit/],
    ['another number of n-grams', (view) => view.setInt32(8 + 4 * 8, 2, true), /do not fit/],
    ['n-grams of any length', (view) => view.setInt32(8 + 4 * 10, 1e9, true), /do not fit/],
  ])('%s is refused', async (_, change, message) => {
    await expect(readVectors(fileOf(model(change), 'm.bin'), { wanted: new Set() })).rejects.toThrow(message);
  });
});

test.each(['words.bin', 'ngrams.bin', 'small.kv', 'old.kv'])(
  '%s that ends early is refused, or read as it is',
  async (name) => {
    const bytes = new Uint8Array(await fixture(name).arrayBuffer());
    const whole = await valuesOf(fixture(name));
    for (let end = 8; end < bytes.length; end += 13) {
      const values = valuesOf(fileOf(bytes.subarray(0, end), name));
      const read = await values.catch((error: unknown) => (error as StudioError).code);
      expect([whole, 'BadVectors']).toContainEqual(read);
    }
  },
);

describe('gensim', () => {
  const expected = valuesIn(FIXTURES['gensim.vec']!);

  test.each(['small.kv', 'old.kv', 'whole.kv'])('%s', async (name) => {
    expectSame(await valuesOf(fixture(name)), expected, 7);
  });

  test('vectors in two files, which are added together or lie in one folder', async () => {
    const files = ['large.kv', 'large.kv.vectors.npy', 'large.kv.vectors_lockf.npy'].map(fixture);
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    const { vectors, rejected } = await readFiles(files, options);
    expect([vectors.map(({ name }) => name), rejected]).toEqual([['large.kv'], []]);
    expectSame(await valuesOf(vectors[0]!), expected, 7);
    expectSame(await valuesOf(joinedFiles(files[0]!, files[1]!)), expected, 7);
    await expect(readVectors(files[0]!, { wanted: new Set() })).rejects.toThrow(
      /its vectors in another file, large\.kv\.vectors\.npy\. Add both/,
    );
  });

  test.each<[string, number[], RegExp]>([
    [
      'a call of a function',
      [...'\x80\x04cos\nsystem\n\x8c\x02ls\x85R.'].map((c) => c.charCodeAt(0)),
      /no words with vectors/,
    ],
    ['an unknown opcode', [0x80, 4, 0x50], /unknown opcode "P" at byte 2/],
    ['a pickle that ends early', [0x80, 4, 0x8c, 9, 65], /ends early/],
  ])('%s is refused, and not executed', async (_, head, message) => {
    const file = new File([Uint8Array.from(head)], 'words.kv');
    expect(await sniff(file)).toEqual({ kind: 'vectors' });
    await expect(readVectors(file, { wanted: new Set() })).rejects.toThrow(message);
  });

  const ascii = (text: string) => [...text].map((c) => c.charCodeAt(0));

  test.each<[string, number[], RegExp]>([
    [
      'a text that becomes bytes again and again',
      [
        ...ascii(`\x80\x04c_codecs\nencode\n\x94X\0\x10\0\0${'a'.repeat(4096)}\x94`),
        ...ascii('h\0h\x01\x85R'.repeat(9)),
      ],
      /the same text as bytes several times/,
    ],
    ['a memo of any place', ascii('\x80\x04Nr\xff\xff\xff\x0f.'), /place 268435455 of the memo out of order/],
    ['nothing in the memo', ascii('\x80\x04h\x05.'), /nothing at the place 5/],
    ['a stack of any height', [0x80, 4, ...Array.from({ length: 1_000_001 }, () => 0x4e)], /too many values/],
    ['vectors within themselves', ascii('\x80\x04cA\nB\n)\x81\x94}\x94\x8c\x02wvh\0sb.'), /no words with vectors/],
    ['a length beyond the file', ascii('\x80\x04\x8d\0\0\0\0\0\0\0\x40a.'), /ends early\. Download it again\.$/],
  ])('%s is refused', async (_, bytes, message) => {
    await expect(readVectors(fileOf(Uint8Array.from(bytes), 'a.kv'), { wanted: new Set() })).rejects.toThrow(message);
  });

  test('an array without words is refused with what to do', async () => {
    const bytes = Uint8Array.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, ...new Uint8Array(100)]);
    expect(await sniff(new File([bytes], 'a.npy'))).toEqual({ kind: 'vectors' });
    await expect(readVectors(fileOf(bytes, 'a.npy'), { wanted: new Set() })).rejects.toThrow(/with its \.kv file/);
  });
});

test('gensim: the parts of fastText vectors are no vectors of words', async () => {
  // python3: pickle.dumps of a FastTextKeyedVectors as gensim 4 saves it: without `vectors`, its n-grams in files beside it
  const pickle =
    'gASVlAAAAAAAAACMFmdlbnNpbS5tb2RlbHMuZmFzdHRleHSUjBRGYXN0VGV4dEtleWVkVmVjdG9yc5STlCmBlH2UKIwMaW5kZXhfdG9fa2V5lF2UKIwDYWRhlIwEbHVuZJRljAd2ZWN0b3JzlE6MDXZlY3RvcnNfdm9jYWKUTowOdmVjdG9yc19uZ3JhbXOUTowGYnVja2V0lEsHdWIu';
  await expect(
    readVectors(new File([Uint8Array.from(atob(pickle), (c) => c.charCodeAt(0))], 'fast.kv'), {
      wanted: new Set(['ada']),
    }),
  ).rejects.toThrow(/fast\.kv.*parts of fastText vectors.*save_word2vec_format/);
});
