import { expect, test } from 'vitest';
import { describeTable } from '../../data/corpora/texts/table-reading.ts';
import { readTextTable } from '../../data/corpora/texts/text-table.ts';
import type { TaggedChunk, TextSentence } from '../tagged-text.ts';
import { recordSentences, tagRecords, writeRecords, type RecordFormat } from './records.ts';

const OBJECTS = [
  '{"id":"b","text":"😀 Ada left. Rain.","n":1}',
  '{"id":"a","text":"@Mio fell down.","n":2}',
  '{"id":"c","text":"","n":3}',
];
const TABLE = readTextTable('t.jsonl', new TextEncoder().encode(OBJECTS.join('\n')))!;

/** Tags words with a capital as PER, a sentence per chunk. */
async function* tagged(sentences: Iterable<TextSentence>): AsyncGenerator<TaggedChunk, void> {
  for (const sentence of sentences) {
    const tokens = sentence.tokens.map((token) => {
      return { ...token, tag: /^@?[A-Z]/.test(token.text) ? 'B-PER' : 'O', probability: 0.5 };
    });
    const entities = tokens.flatMap(({ tag, start, end }, i) =>
      tag === 'O' ? [] : [{ type: 'PER', start, end, first: i, last: i, probability: 0.25 }],
    );
    yield await Promise.resolve({ sentences: [sentence], tagged: [{ tokens, entities, otherReadings: [] }] });
  }
}

const fileOf = async (format: RecordFormat, table = TABLE, hasReview = false) =>
  writeRecords(table, format, await tagRecords(table, format, tagged(recordSentences(table))), hasReview);
const written = async (format: RecordFormat) => (await fileOf(format)).contents;

test('JSON lines: the records in their order with all fields; offsets are code points of the text', async () => {
  const lines = (await written('jsonl'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { predicted_entities: object[] });
  OBJECTS.forEach((object, i) => expect(lines[i]).toMatchObject(JSON.parse(object) as object));
  expect(lines.map(({ predicted_entities: found }) => found)).toMatchObject([
    [
      { type: 'PER', text: 'Ada', start: 2, end: 5 },
      { text: 'Rain', start: 12, end: 16 },
    ],
    [{ text: '@Mio', start: 0, end: 4 }],
    [],
  ]);
});

test('a row per entity has the id of its record; @ stays, and a byte order mark is first', async () => {
  expect(await written('csv')).toBe(
    '\uFEFFrecord,type,text,start,end,probability\r\nb,PER,Ada,2,5,0.25\r\nb,PER,Rain,12,16,0.25\r\na,PER,@Mio,0,4,0.25\r\n',
  );
});

test('a model with a threshold: a row per entity has a column for it, also if there are no entities', async () => {
  const none = await fileOf('csv', { ...TABLE, records: [] }, true);
  expect(none).toEqual({ contents: '\uFEFFrecord,type,text,start,end,probability,review\r\n', warning: undefined });
});

test('cells that a spreadsheet may evaluate are counted, numbers are not', async () => {
  expect((await fileOf('csv')).warning).toMatch(/^1 cell begins with =/);
  const signed = { id: '1', line: 1, value: { text: '-5', more: '=1', date: '-x' }, texts: ['-5'] };
  expect((await fileOf('table', { ...TABLE, records: [signed] })).warning).toMatch(/^2 cells begin/);
  expect((await fileOf('jsonl')).warning).toBeUndefined();
});

test('a row per record has a column per type', async () => {
  expect(await written('table')).toBe(
    '\uFEFFid,text,n,predicted PER\r\nb,😀 Ada left. Rain.,1,Ada; Rain\r\na,@Mio fell down.,2,@Mio\r\nc,,3,\r\n',
  );
});

test('CoNLL: a document per record', async () => {
  expect(await written('conll')).toMatch(
    /^# newdoc id = b\n\n[^#]*Ada B-PER\n[^#]*# newdoc id = a\n\n@Mio B-PER\n[^#]*# newdoc id = c\n\n$/,
  );
});

test('fields may have names that all objects have', async () => {
  const lines = '{"text":"Ada left home today.","constructor":"a"}\n{"text":"Mio fell down today.","__proto__":"b"}\n';
  const table = readTextTable('t.jsonl', new TextEncoder().encode(lines))!;
  expect(describeTable(table).rows).toEqual([
    ['Ada left home today.', 'a', ''],
    ['Mio fell down today.', '', 'b'],
  ]);
  const [, first, second] = (await fileOf('table', table)).contents.split('\r\n');
  expect([first, second]).toEqual(['Ada left home today.,a,,Ada', 'Mio fell down today.,,b,Mio']);
});
