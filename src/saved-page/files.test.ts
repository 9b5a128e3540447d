import { expect, test } from 'vitest';
import { readTextTable } from '../data/corpora/texts/text-table.ts';
import { changedTable, decodeFile, entitiesCsv, entitiesJson, tableCsv } from './files.ts';

const DOCUMENT = {
  name: 'a "b".txt',
  text: '🦦 Ada, met Mio',
  entities: [{ type: 'PER', text: 'Ada', start: 3, end: 6, probability: 0.987654 }],
};

test('CSV and JSON count code points', () => {
  expect(entitiesCsv([DOCUMENT])).toBe(
    '\uFEFFdocument,type,text,start,end,probability\n"a ""b"".txt",PER,Ada,2,5,0.9877\n',
  );
  expect(JSON.parse(entitiesJson([DOCUMENT]))).toEqual([
    { ...DOCUMENT, entities: [{ type: 'PER', text: 'Ada', start: 2, end: 5, probability: 0.9877 }] },
  ]);
});

test('text is decoded, other files are rejected', () => {
  expect(decodeFile(new TextEncoder().encode('Zürich'))).toBe('Zürich');
  expect(decodeFile(Uint8Array.of(0x5a, 0xfc))).toBe('Zü');
  expect(decodeFile(Uint8Array.of(0xff, 0xfe, 0x5a, 0))).toBe('Z');
  expect(decodeFile(Uint8Array.of(0x25, 0x50, 0, 1))).toBeUndefined();
});

test('records keep their ids, order and other fields; offsets count code points of a field', () => {
  const read = readTextTable('a.csv', new TextEncoder().encode('nr,text,more\nb,"🦦 Ada, met Mio",=1\na,,\n'))!;
  const [field, probability] = ['text', 0.5];
  const table = {
    ...read,
    found: [
      [
        { field, type: 'PER', start: 3, end: 6, probability },
        { field, type: 'PER', start: 12, end: 15, probability },
      ],
      [],
    ],
  };
  const document = { name: 'a.csv', text: '', entities: [], table };
  expect(entitiesCsv([document, DOCUMENT])).toBe(
    '\uFEFFdocument,record,field,type,text,start,end,probability\r\na.csv,b,text,PER,Ada,2,5,0.5\r\na.csv,b,text,PER,Mio,11,14,0.5\r\n"a ""b"".txt",,,PER,Ada,2,5,0.9877\r\n',
  );
  expect(tableCsv(table)).toEqual({
    contents: '\uFEFFnr,text,more,predicted PER\r\nb,"🦦 Ada, met Mio",=1,Ada; Mio\r\na,,,\r\n',
    warning: expect.stringMatching(/^1 cell begins/) as string,
  });
  expect(changedTable(table, (text, found) => found.map((one) => one.text).join('+') || text)).toBe(
    '\uFEFFnr,text,more\r\nb,Ada+Mio,=1\r\na,,\r\n',
  );
  expect(JSON.parse(entitiesJson([document]))).toMatchObject([
    {
      name: 'a.csv',
      records: [{ nr: 'b', more: '=1', predicted_entities: [{ start: 2 }, { start: 11 }] }, { nr: 'a' }],
    },
  ]);
});
