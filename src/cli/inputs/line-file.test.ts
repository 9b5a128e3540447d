import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { linesOf, removePartialLine } from './line-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const long = 'ä'.repeat(70_000); // more than a block
test.each([
  ['', [], ''],
  ['partial', [], ''],
  ['a\nb\n', ['a', 'b'], 'a\nb\n'],
  ['a\n\nb\npart', ['a', '', 'b'], 'a\n\nb\n'],
  ['a\u2028b\u2029\u0085c\rd\ne\n', ['a\u2028b\u2029\u0085c\rd', 'e'], 'a\u2028b\u2029\u0085c\rd\ne\n'],
  [`a\n${long}`, ['a'], 'a\n'],
  [`${long}\n${long}\nb`, [long, long], `${long}\n${long}\n`],
])('the whole lines of a file, which is left with these when it is written: %#', async (text, lines, left) => {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  const found: string[] = [];
  for await (const line of linesOf(path)) found.push(line);
  expect(found).toEqual(lines);
  expect(readFileSync(path, 'utf8')).toBe(text);
  await removePartialLine(path);
  expect(readFileSync(path, 'utf8')).toBe(left);
});

test('a file that cannot be read, or written', async () => {
  const none = join(folder, 'none');
  await expect(linesOf(none).next()).rejects.toThrow(/^Cannot read .*none: no such file\.$/);
  await expect(removePartialLine(none)).rejects.toThrow(/^Cannot write .*none: /);
});
