import { expect, test } from 'vitest';
import { corpusIn, plainText } from './tag-kinds.ts';

const LINES = [
  'See [the home page](index) of Oslo.',
  'Go [back](index) or to [the shop](shop) in Bergen.',
  'The [shop](shop) is closed. See [news](news) and [home](index).',
  'No [news](news) today.',
];
const bytes = (lines: readonly string[]) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));

test('text with links, which may be marks of entities, stays as it is', async () => {
  const records = LINES.map((text, id) => JSON.stringify({ id, text }));
  expect(corpusIn('a.jsonl', bytes(records), 'auto', [])).toEqual({});
  expect(corpusIn('a.txt', bytes(LINES), 'auto', [])).toEqual({});
  expect((await plainText('a.txt', bytes(LINES), [])).isText).toBe(true);
  const marked = LINES.map((line) => line.replaceAll(/\((\w+)\)/g, '(LOC)'));
  expect(corpusIn('a.txt', bytes(marked), 'auto', []).corpus?.sentences[0]?.tokens.join(' ')).toBe(
    'See the home page of Oslo .',
  );
});
