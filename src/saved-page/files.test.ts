import { expect, test } from 'vitest';
import { decodeFile, entitiesCsv, entitiesJson } from './files.ts';

const DOCUMENT = {
  name: 'a "b".txt',
  text: '🦦 Ada, met Mio',
  entities: [{ type: 'PER', text: 'Ada', start: 3, end: 6, probability: 0.987654 }],
};

test('CSV and JSON count code points', () => {
  expect(entitiesCsv([DOCUMENT])).toBe('document,type,text,start,end,probability\n"a ""b"".txt",PER,Ada,2,5,0.9877\n');
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
