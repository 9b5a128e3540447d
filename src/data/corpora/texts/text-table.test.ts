import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCell } from '../../../lib/csv.ts';
import { readTextTable, withRefusal } from './text-table.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (file: string, text: string, given?: string[]) => readTextTable(file, bytes(text), given);

describe('a table', () => {
  test('has its text, ids and all other fields, also with line breaks in cells', () => {
    const table = read(
      'a.csv',
      '\uFEFFid,created_at,text,lang\r\n7,2024-01-02,"Ada left, ""now"".\nRain.",en\r\n9,,,de\r\n',
    );
    expect(table).toMatchObject({ kind: 'table', names: ['id', 'created_at', 'text', 'lang'], textFields: ['text'] });
    expect(table!.records).toEqual([
      {
        id: '7',
        line: 1,
        value: { id: '7', created_at: '2024-01-02', text: 'Ada left, "now".\nRain.', lang: 'en' },
        texts: ['Ada left, "now".\nRain.'],
      },
      { id: '9', line: 2, value: { id: '9', created_at: '', text: '', lang: 'de' }, texts: [''] },
    ]);
  });

  test('any values in any separator come back, in order', () => {
    const cell = fc.string({ unit: 'grapheme' });
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), (written, separator) => {
        const lines = written.map(([text, more], i) => [String(i), `One two three ${text}`, more]);
        const file = [['nr', 'text', 'more'], ...lines].map((row) =>
          row.map((one) => formatCell(one, separator)).join(separator),
        );
        const table = read('a.tsv', `${file.join('\r\n')}\r\n`);
        const plain = (text: string) => text.replace(/\uFEFF/g, '');
        expect(table!.records.map(({ value }) => Object.values(value))).toEqual(lines.map((row) => row.map(plain)));
      }),
    );
  });

  test('the longest texts are the text under any name; what was given counts more', () => {
    const text = 'a;b;c\nAda left;Ada left Oslo in the rain.;1\nMio fell;It rained all day.;2\n';
    expect(read('a.csv', text)).toMatchObject({ textFields: ['b'], reason: 'b as it has the longest texts' });
    expect(read('a.csv', text, ['c', 'a'])?.records[0]?.texts).toEqual(['1', 'Ada left']);
    expect(() => read('a.csv', text, ['d'])).toThrow(/no field d: its fields are a, b, c/);
  });

  test.each([
    ['prose.txt', 'Dear Ada,\nI left Oslo, alas.\nYours, Mio\n'],
    ['words.csv', 'Word,Tag\nAda,B-PER\nleft,O\n'],
    ['a.txt', 'one line\n'],
  ])('%s is none', (file, text) => {
    expect(read(file, text)).toBeUndefined();
  });
});

test('JSON objects: nested fields, and everything else kept', () => {
  const tasks = [{ id: 3, data: { ref: 'x', text: 'Ada left Oslo.' }, annotations: [] }];
  const table = read('a.json', JSON.stringify(tasks));
  expect(table).toMatchObject({ kind: 'json', textFields: ['data.text'] });
  expect(table!.records).toEqual([{ id: '3', line: 1, value: tasks[0], texts: ['Ada left Oslo.'] }]);
});

test('a page: its text, not its markup', () => {
  const page =
    '<!doctype html><html><head><title>t</title><style>p{}</style></head><body><p>Ada left <b>Os</b>lo &amp; fell.</p><script>x()</script><p>Rain.</p></body></html>';
  expect(read('page.htm', page)?.records[0]?.texts).toEqual(['Ada left Oslo & fell.\nRain.']);
});

test.each(['<', '<!--', '<p', '<script>', '<script></style>', '<a "'])(
  'a page of many %s without an end is read in time that grows with it',
  (mark) => {
    const started = performance.now();
    const { records } = read('page.html', `<html><p>Ada left Oslo.</p>${mark.repeat(200_000)}`)!;
    expect(performance.now() - started).toBeLessThan(3000); // 40 s to minutes if each is searched to the end
    expect(records[0]!.texts[0]).toMatch(/^Ada left Oslo\./);
  },
);

test('messages of chats whose answers are in no known form are named as such', () => {
  const chat = { conversations: [{ from: 'human', value: 'Ada met Bo in Varde.' }, { from: 'gpt', value: 'Ada (person), as well as Bo' }] }; // prettier-ignore
  const bytes = new TextEncoder().encode(JSON.stringify(chat));
  const { problems } = withRefusal('a.jsonl', readTextTable('a.jsonl', bytes)!, '');
  expect(problems[0]!.message).toContain('The records are the messages of chats');
});
