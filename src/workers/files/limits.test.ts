import { strToU8, zipSync, type Zippable } from 'fflate';
import { expect, test } from 'vitest';
import { readFiles } from './read-files.ts';
import { LIMITS } from '../../data/files/limits.ts';

const archive = (files: Record<string, Uint8Array>) => zipSync(files as Zippable);
const text = (length: number) => JSON.stringify({ text: 'Mira left. '.repeat(Math.ceil(length / 11)), label: [] });

/** A zip whose central directory declares `size` bytes for each of its files. */
function declaring(size: number): Uint8Array {
  const bytes = archive({ 'a.conll': strToU8('Mira B-PER\n') });
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 46; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return bytes;
}

const EMPTY_LINES = new Uint8Array(LIMITS.lines.max + 1).fill(10);

test.each<[string, string, () => BlobPart, RegExp]>([
  [
    'empty lines',
    'a.conll',
    () => EMPTY_LINES,
    /has at least 10,000,001 lines\. The limit is 10,000,000 lines\. Split/,
  ],
  [
    'empty lines in a zip of kilobytes',
    'a.zip',
    () => archive({ 'a.conll': EMPTY_LINES }) as BlobPart,
    /a\.conll has at least 10,000,001 lines/,
  ],
  ['empty lines in UTF-16', 'a.conll', () => utf16('\n'.repeat(LIMITS.lines.max + 1)), /10,000,001 lines/],
  ['carriage returns', 'a.conll', () => '\r'.repeat(LIMITS.lines.max + 1), /10,000,001 lines/],
  [
    'one long text',
    'a.jsonl',
    () => text(LIMITS.textCharacters.max),
    /a text of 4,000,0\d\d characters in one object\. The limit is 4,000,000 characters\. Write one object for each/,
  ],
  [
    'many spans in one text',
    'a.jsonl',
    () => JSON.stringify({ text: 'Mira', label: Array.from({ length: LIMITS.spans.max + 1 }, () => [0, 4, 'PER']) }),
    /500,001 spans in one object/,
  ],
  [
    'many files',
    'a.zip',
    () => manyFiles(LIMITS.archiveFiles.max + 1) as BlobPart,
    /contains 10,001 files.*limit is 10,000/,
  ],
  [
    'a file with a long name',
    'a.zip',
    () => archive({ ['x'.repeat(LIMITS.nameBytes.max + 1)]: strToU8('Mira B-PER\n') }) as BlobPart,
    /contains a file whose name has 1,025 bytes\. The limit is 1,024 bytes\./,
  ],
  ['a zip that declares gigabytes', 'a.zip', () => declaring(0xf0000000) as BlobPart, /unpacks to at least 3,840 MiB/],
  ['deep JSON', 'a.json', () => '['.repeat(1_000_000), /nested at least 101 levels deep.*limit is 100 levels/],
  ['deep JSON in an object', 'a.json', () => `{"tokens":${'['.repeat(1_000_000)}`, /nested at least 101 levels/],
  ['many values', 'a.json', () => `{"tokens":[${'1,'.repeat(LIMITS.values.max + 1)}1]}`, /10,000,001 values in one/],
  ['many tokens', 'a.conll', () => 'a O\n'.repeat(LIMITS.tokens.max + 1), /at least 5,000,001 tokens/],
  ['many sentences', 'a.conll', () => 'a O\n\n'.repeat(LIMITS.sentences.max + 1), /1,500,001 sent/],
])('%s: refused, with the limit and what to do', async (_, name, content, message) => {
  const { rejected, corpora } = await read(new File([content()], name));
  expect(corpora).toEqual([]);
  expect(rejected).toMatchObject([
    { name, error: { code: 'BadInput', message: expect.stringMatching(message) as string } },
  ]);
});

test('a file above the size limit is not read', async () => {
  const isRead = () => Promise.reject(new Error('read'));
  const file = {
    name: 'a.conll',
    size: LIMITS.corpusBytes.max + 1,
    slice: () => new Blob(['Mira O']),
    arrayBuffer: isRead,
  };
  const { rejected } = await read(file as unknown as File);
  expect(rejected[0]!.error.message).toMatch(/^a\.conll is 257 MiB\. The limit is 256 MiB\. Split it/);
});

test.each<[string, string, string, number]>([
  ['commas', 'a.csv', ','.repeat(1_000_000), 1],
  ['quotes', 'a.csv', `"${'a'.repeat(1_000_000)}`, 1],
  ['spaces', 'a.conll', `Mira B-PER\n${' '.repeat(1_000_000)}\n`, 1],
])('a line of %s takes no memory per column', async (_, name, content, tokens) => {
  const { corpora, rejected } = await read(new File([content], name));
  const read1 = corpora.flatMap(({ corpus }) => corpus.sentences.flatMap((sentence) => sentence.tokens));
  expect(read1.length + rejected.length).toBe(tokens);
});

function read(...files: File[]) {
  return readFiles(files, { signal: new AbortController().signal, onProgress: () => undefined });
}

function manyFiles(count: number): Uint8Array {
  return archive(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}.conll`, new Uint8Array(0)])));
}

function utf16(content: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Uint16Array.from(`\uFEFF${content}`, (unit) => unit.charCodeAt(0)).buffer);
}
