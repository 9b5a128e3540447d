import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../data/files/limits.ts';
import { readVectors } from '../data/vectors/read-vectors.ts';
import { StudioError } from '../lib/errors.ts';
import { MODEL_FILE_WORDS } from '../data/vectors/stored-vectors.ts';
import {
  makeFolder,
  openFile,
  readBytes,
  readCorpusBytes,
  writeAtomically,
  claimFolder,
  releaseFolders,
} from './files.ts';

const ROWS = 5000;
const VECTORS = Array.from({ length: ROWS }, (_, i) => `word${i} ${i % 7} ${-(i % 5)} 0.5\n`).join('');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a vectors file on disk', () => {
  test.each([
    ['plain', (text: Uint8Array) => text],
    ['gz', (text: Uint8Array) => gzipSync(text)],
    ['zip', (text: Uint8Array) => zipSync({ 'v.txt': text })],
  ])('%s: reads the same vectors', async (kind, pack) => {
    const path = join(folder, `vectors.${kind}`);
    await writeFile(path, pack(new TextEncoder().encode(VECTORS)));
    const { vectors, words, problems } = await readVectors(await openFile(path), { wanted: new Set(['word4999']) });
    expect(problems).toEqual([]);
    expect(words).toBe(ROWS);
    expect(vectors).toEqual({ dimensions: 3, words: ['word4999'], values: Float32Array.of(1, -4, 0.5) });
  });

  test.each([
    ['plain', (text: Uint8Array) => text],
    ['gz', (text: Uint8Array) => gzipSync(text)],
  ])('%s: keeps the first words for out-of-vocabulary lookups', async (kind, pack) => {
    const path = join(folder, `many.${kind}`);
    const lines = Array.from({ length: 3 * MODEL_FILE_WORDS }, (_, i) => `word${i} ${i % 7} 1\n`);
    await writeFile(path, pack(new TextEncoder().encode(lines.join(''))));
    const { stored } = await readVectors(await openFile(path), { wanted: new Set() });
    const { length } = (await stored!.extract(Infinity)).scales;
    expect(length).toBeGreaterThanOrEqual(MODEL_FILE_WORDS);
    expect(length).toBeLessThan(lines.length);
    const last = `word${lines.length - 1}`;
    expect((await stored!.find([last])).size).toBe(kind === 'plain' ? 1 : 0);
    await rm(path);
    const found = await stored!.find(['word13', last]); // without the file, the first words remain
    expect([...found]).toEqual([['word13', expect.any(Float32Array)]]);
    expect(found.get('word13')![0]).toBeCloseTo(6, 5);
  });
});

test('chunks are the bytes of the file, each valid until the next is requested', async () => {
  const bytes = Uint8Array.from({ length: 5_000_000 }, (_, i) => (i * 2654435761) >>> 24);
  const path = join(folder, 'bytes');
  await writeFile(path, bytes);
  const file = await openFile(path);
  const copies: Uint8Array[] = [];
  for await (const chunk of file.chunks!()) copies.push(chunk.slice());
  expect(copies.length).toBeGreaterThan(2);
  expect(Buffer.concat(copies).equals(bytes)).toBe(true);
});

test('a read error names the file', async () => {
  await expect(readBytes(join(folder, 'none'))).rejects.toThrow(/Cannot read .*none: no such file\./);
  const large = join(folder, 'large.conll');
  await writeFile(large, '');
  await truncate(large, LIMITS.corpusBytes.max + 1); // a sparse file
  await expect(readCorpusBytes(large)).rejects.toThrow(/large\.conll is 257 MiB\. The limit is 256 MiB\. Split it/);
  await expect(readBytes(folder)).rejects.toThrow(/it is a folder/);
  await expect(openFile(folder)).rejects.toThrow(/it is not a file/);
});

test('writeAtomically creates the folder and leaves no temporary file', async () => {
  const path = join(folder, 'a', 'b', 'c.txt');
  await writeAtomically(path, 'first');
  await writeAtomically(path, 'second');
  expect(await readFile(path, 'utf8')).toBe('second');
  expect(await readdir(join(folder, 'a', 'b'))).toEqual(['c.txt']);
});

test('writeAtomically writes parts as they come; a failure among them leaves what was there', async () => {
  const path = join(folder, 'parts', 'c.txt');
  async function* parts(last: string | Error) {
    yield 'one ';
    await Promise.resolve();
    if (last instanceof Error) throw last;
    yield last;
  }
  await writeAtomically(path, parts('two'));
  const error = new StudioError('Cancelled', 'Cancelled.');
  await expect(writeAtomically(path, parts(error))).rejects.toBe(error);
  expect(await readFile(path, 'utf8')).toBe('one two');
  expect(await readdir(join(folder, 'parts'))).toEqual(['c.txt']);
});

test('a folder is claimed by one living process at a time', async () => {
  const results = join(folder, 'results');
  const lock = join(results, '.tagsmith.lock');
  await claimFolder(results);
  await claimFolder(results); // its own
  releaseFolders();
  expect(await readdir(results)).toEqual([]);
  await writeFile(lock, String(process.ppid));
  await expect(claimFolder(results)).rejects.toThrow(
    /Another tagsmith \(process \d+\) is writing to .*results\. .* remove .*tagsmith\.lock\.$/,
  );
  releaseFolders();
  expect(await readdir(results)).toEqual(['.tagsmith.lock']);
  const ended = spawnSync('true').pid;
  await writeFile(lock, String(ended));
  await claimFolder(results);
  expect(await readFile(lock, 'utf8')).toBe(String(process.pid));
  releaseFolders();
});

test('a write error names the file, and leaves no temporary file', async () => {
  const [taken, within] = [join(folder, 'taken'), join(folder, 'taken', 'model')];
  await writeFile(taken, '');
  await expect(makeFolder(taken)).rejects.toThrow(/Cannot write to .*taken: it is not a folder\./);
  await expect(makeFolder(within)).rejects.toThrow(/a part of its path is not a folder/);
  await makeFolder(join(folder, 'new', 'model'));
  await expect(writeAtomically(join(folder, 'new', 'model'), 'text')).rejects.toThrow(
    /Cannot write .*: it is a folder\./,
  );
  expect(await readdir(join(folder, 'new'))).toEqual(['model']);
});
