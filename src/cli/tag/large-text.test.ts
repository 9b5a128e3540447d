import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codePointOffsets } from '../../lib/code-points.ts';
import { textSentences } from '../../tagging/texts/chunks.ts';
import type { TextSentence } from '../../tagging/tagged-text.ts';
import { readCorpusBytes } from '../files.ts';
import { legacyEncoder } from '../../data/files/legacy-encodings.ts';
import { largeText, largeTextSentences, partsOf } from './large-text.ts';
import { plainText } from './tag-kinds.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-large-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function parts(text: string, most: number, size: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: string[] = [];
  for await (const part of partsOf('a.txt', chunks(), most)) found.push(part);
  return found;
}

test('the parts of a text are the text, and end at line ends, at blank lines where there are some', async () => {
  const line = fc.constantFrom('a b.', '', '', 'Größe 🦦 é.', 'x', '\r');
  const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 }), async (all, most, size) => {
      const found = await parts(all, most, size);
      expect(found.join('')).toBe(all);
      expect(found.slice(0, -1).filter((part) => !part.endsWith('\n'))).toEqual([]);
    }),
  );
  expect(await parts('a\nb\n\nc\nd', 6, 1)).toEqual(['a\nb\n\n', 'c\nd']);
});

let last = { text: '', pointOf: codePointOffsets('') };

/** Sentences with their offsets in the whole text, in code points. */
const placed = ({ text, tokens, before = 0 }: TextSentence) => {
  if (text !== last.text) last = { text, pointOf: codePointOffsets(text) };
  const { pointOf } = last;
  return tokens.map((token) => [token.text, before + pointOf(token.start), before + pointOf(token.end)]);
};

test('a large text has the sentences and offsets that it has as a whole', async () => {
  const line =
    'Ada Vale lives in Norrby 🦦. Mio left in May; it was late\nand cold there, as everyone would tell you.\n\n';
  const text = line.repeat(45_000);
  const path = join(folder, 'large.txt');
  await writeFile(path, text);
  const found = await largeText(path, async (beginning) => (await plainText(path, beginning, [])).isText);
  expect(found).toMatchObject({ encoding: 'utf-8', problems: [] });
  let at = 0;
  const wrong: number[] = [];
  const whole = [...textSentences(text.slice(0, 4 * line.length))].map((sentence) => placed(sentence));
  const [every, points] = [whole.length / 4, codePointOffsets(line)(line.length)];
  for await (const sentence of largeTextSentences(found!)) {
    const [turn, which] = [Math.floor(at / every), at % every];
    const expected = whole[which]!.map(([word, start, end]) => [
      word,
      Number(start) + turn * points,
      Number(end) + turn * points,
    ]);
    if (JSON.stringify(placed(sentence)) !== JSON.stringify(expected)) wrong.push(at);
    at++;
  }
  expect({ at, wrong: wrong.slice(0, 5) }).toEqual({ at: 45_000 * every, wrong: [] });
});

test.each([
  ['a corpus', 'Ada B-PER\nin O\n\n'],
  ['JSON lines', '{"text": "Ada in Norrby"}\n'],
  ['a table', 'id\ttext\n1\tAda lives in Norrby\n'],
  ['bytes of several encodings', 'Größe. Gr\u{fffd}e.\n'],
])('%s is read as before', async (name, line) => {
  const path = join(folder, `${name}.txt`);
  const bytes = Buffer.from(line.repeat(Math.ceil(5e6 / line.length)));
  await writeFile(path, name.startsWith('bytes') ? bytes.fill(0xe4, bytes.lastIndexOf('\u{fffd}')) : bytes);
  expect(await largeText(path, async (beginning) => (await plainText(path, beginning, [])).isText)).toBeUndefined();
});

const GREETING = 'Gr\u{fc}\u{df}e aus K\u{f6}ln.\n';
/** Makes a text large. */
const FILLER = `${'x'.repeat(199)}\n`.repeat(22_000);
const wide = (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le');
test.each([
  ['utf-16le', 'a.txt', wide],
  ['utf-16be', 'b.txt', (text: string) => wide(text).swap16()],
  ['windows-1252', 'c.txt', (text: string) => Buffer.from(`plain\n${text}`, 'latin1')],
  ['utf-8', 'd.txt.gz', (text: string) => gzipSync(`${text}${randomBytes(2e6).toString('hex')}\n`)],
  ['windows-1252', 'e.txt.gz', (text: string) => gzipSync(Buffer.from(`plain\n${text}${randomBytes(2e6).toString('hex')}\n`, 'latin1'))], // prettier-ignore
] as const)('%s in %s is read in parts, with its letters', async (encoding, name, written) => {
  const path = join(folder, name);
  await writeFile(path, written(GREETING.repeat(1000) + FILLER));
  const found = await largeText(path, () => true);
  expect(found).toMatchObject({ encoding });
  const problems =
    encoding === 'windows-1252' ? [{ line: 2, column: 3, kind: 'encoding', excerpt: GREETING.trim() }] : [];
  expect(found!.problems).toMatchObject(problems);
  let count = 0;
  for await (const { text, tokens } of largeTextSentences(found!)) {
    if (text.slice(tokens[0]!.start, tokens[0]!.end) === 'Gr\u{fc}\u{df}e') count++;
  }
  expect(count).toBe(1000);
});

test.each([
  ['windows-1251', 'Привет из Москвы'],
  ['windows-1250', 'Zażółć gęślą jaźń w Łodzi'],
  ['shift_jis', 'きのう東京にいた'],
] as const)('%s is read in parts, with a remark', async (encoding, greeting) => {
  const path = join(folder, `${encoding}.txt`);
  await writeFile(path, legacyEncoder(encoding)(`plain\n${`${greeting}.\n`.repeat(1000)}${FILLER}`));
  const found = await largeText(path, () => true);
  expect(found).toMatchObject({ encoding, problems: [{ line: 2, kind: 'encoding', excerpt: `${greeting}.` }] });
  let count = 0;
  for await (const { text, tokens } of largeTextSentences(found!)) {
    if (text.startsWith(greeting, tokens[0]!.start)) count++;
  }
  expect(count).toBe(1000);
});

test('a large text is read in the encoding that was chosen, without a remark', async () => {
  const path = join(folder, 'chosen.txt');
  await writeFile(path, legacyEncoder('koi8-r')(`${'Привет из Москвы.\n'.repeat(1000)}${FILLER}`));
  expect(await largeText(path, () => true, 'windows-1251')).toMatchObject({ encoding: 'windows-1251', problems: [] });
});

test('a damaged gzip file is left to the reader that says so', async () => {
  const path = join(folder, 'damaged.txt.gz');
  const bytes = gzipSync(randomBytes(1e6).toString('hex'));
  await writeFile(path, bytes.subarray(0, -10));
  expect(await largeText(path, () => true)).toBeUndefined();
});

test('a device without an end is refused before anything is read; an empty one and a pipe are read', async () => {
  await expect(readCorpusBytes('/dev/zero')).rejects.toThrow('Cannot read /dev/zero: it is a device without an end');
  expect(await readCorpusBytes('/dev/null')).toEqual(new Uint8Array());
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  const reading = readCorpusBytes(pipe);
  await writeFile(pipe, 'Ada');
  expect(new TextDecoder().decode(await reading)).toBe('Ada');
});
