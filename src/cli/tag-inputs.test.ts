import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesAsTheyCome, listInputs, targetsIn } from './tag-inputs.ts';

const notes: string[] = [];
const note = (text: string) => notes.push(text);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-inputs-'));
  await mkdir(join(folder, 'letters', 'old'), { recursive: true });
  await mkdir(join(folder, 'letters', '.cache'));
  await mkdir(join(folder, 'pictures'));
  for (const name of ['b.txt', 'a.conll', 'old/c.md', '.hidden.txt', '.cache/d.txt', 'scan.png']) {
    await writeFile(join(folder, 'letters', name), 'text');
  }
});
afterAll(() => rm(folder, { recursive: true }));

test('files as they are named, of folders all that are text and not hidden', async () => {
  const inputs = await listInputs([join(folder, 'letters', 'scan.png'), '-', join(folder, 'letters')], note);
  expect(inputs.map(({ within }) => within)).toEqual([
    'scan.png',
    'standard-input',
    'a.conll',
    'b.txt',
    join('old', 'c.md'),
  ]);
  expect(inputs.at(-1)?.path).toBe(join(folder, 'letters', 'old', 'c.md'));
});

test('a pipe and a link in a folder are skipped with a remark', async () => {
  const mixed = join(folder, 'mixed');
  await mkdir(mixed);
  await writeFile(join(mixed, 'a.txt'), 'text');
  spawnSync('mkfifo', [join(mixed, 'pipe.txt')]);
  await symlink('/dev/zero', join(mixed, 'zero.txt'));
  notes.length = 0;
  expect((await listInputs([mixed], note)).map(({ within }) => within)).toEqual(['a.txt']);
  expect(notes.toSorted()).toEqual([
    `${join(mixed, 'pipe.txt')} was skipped: it is a pipe or a device, not a file.`,
    `${join(mixed, 'zero.txt')} was skipped: it is a link.`,
  ]);
});

test('nothing named is standard input; what is not there, and a folder without text, are reported', async () => {
  expect(await listInputs([], note)).toMatchObject([{ name: 'standard input', path: undefined }]);
  await expect(listInputs([join(folder, 'none.txt')], note)).rejects.toThrow(/Cannot read .*none\.txt: no such file/);
  await expect(listInputs([join(folder, 'pictures')], note)).rejects.toThrow(/There is no text file in .*pictures/);
});

test('a place for each result, never that of another result or of an input', () => {
  const input = (path: string, within = path) => ({ name: path, path, within });
  expect(targetsIn('out', [input('a.b.txt'), input('x/c.md', join('x', 'c.md'))], 'csv')).toEqual([
    join('out', 'a.b.csv'),
    join('out', 'x', 'c.csv'),
  ]);
  expect(() => targetsIn('out', [input('x/a.txt', 'a.txt'), input('y/a.md', 'a.md')], 'csv')).toThrow(/would both be/);
  expect(() => targetsIn('x', [input(join('x', 'a.conll'), 'a.conll')], 'conll')).toThrow(/Choose another --out/);
});

async function linesOf(...chunks: (string | number[])[]): Promise<string[][]> {
  const lines: string[][] = [];
  async function* bytes() {
    for (const chunk of chunks)
      yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : Uint8Array.from(chunk);
  }
  for await (const some of linesAsTheyCome(bytes())) lines.push(some);
  return lines;
}

test('lines come when they are complete, whatever the chunks', async () => {
  expect(await linesOf('a\nb', 'c\r', '\n\nd')).toEqual([['a'], ['bc', ''], ['d']]);
  expect(await linesOf('a\n')).toEqual([['a']]);
  expect(await linesOf()).toEqual([]);
  const [first = 0, ...rest] = new TextEncoder().encode('é');
  expect(await linesOf([first], rest, '\n')).toEqual([['é']]);
});
