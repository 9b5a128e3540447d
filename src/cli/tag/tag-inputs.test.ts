import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
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

test('a zip archive is its files; one with a single corpus, or texts with annotations, is one input', async () => {
  const text = new TextEncoder().encode('text');
  const archive = async (name: string, names: readonly string[]) => {
    const path = join(folder, name);
    await writeFile(path, zipSync(Object.fromEntries(names.map((one) => [one, text]))));
    return path;
  };
  const within = async (path: string) => (await listInputs([path], note)).map((input) => input.within);
  notes.length = 0;
  const several = await archive('several.zip', [
    'b/c.txt',
    'a.md',
    '../out.txt',
    'b/../../d.txt',
    'x.png',
    '.hidden.txt',
  ]);
  expect(await within(several)).toEqual(['a.md', join('b', 'c.txt')]);
  expect(notes).toEqual([
    expect.stringMatching(/out\.txt was skipped: its path leads out of the archive/),
    expect.stringMatching(/d\.txt was skipped: its path leads out of the archive/),
    `${several}: 1 file was not read, because of its kind: .png 1.`,
  ]);
  expect(await within(await archive('one.zip', ['corpus.conll']))).toEqual(['one.zip']);
  expect(await within(await archive('one-letter.zip', ['letter.docx']))).toEqual(['letter.docx']);
  expect(await within(await archive('brat.zip', ['a.txt', 'a.ann']))).toEqual(['brat.zip']);
  await expect(within(await archive('model.zip', ['model.json', 'model.safetensors']))).rejects.toThrow(/is a model/);
});

test('files of other kinds are counted, and a damaged archive is named', async () => {
  const place = join(folder, 'kinds');
  await mkdir(place);
  for (const name of ['a.txt', 'b.doc', 'c.rtf', 'd.doc', 'e.png', 'broken.zip'])
    await writeFile(join(place, name), 'x');
  notes.length = 0;
  expect((await listInputs([place], note)).map((input) => input.within)).toEqual(['a.txt']);
  expect(notes).toEqual([
    `${place}: 4 files were not read, because of their kind: .doc 2, .rtf 1, .png 1. Save documents of old formats as .docx, .odt, .xlsx or .eml.`,
    expect.stringMatching(/broken\.zip was skipped: broken\.zip is no zip archive/),
  ]);
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
