import { expect, test } from 'vitest';
import { readOwnNames } from './own-names.ts';

test('a list of names is read in its encoding; what is no list is refused', () => {
  const utf16 = Buffer.from('\uFEFFJürgen Groß\r\nTove\r\n', 'utf16le');
  const windows = Buffer.from('Jürgen Groß\nTove', 'latin1');
  for (const bytes of [utf16, windows])
    expect(readOwnNames('names.txt', bytes, 'PER').names).toEqual(['Jürgen Groß', 'Tove']);
  expect(() => readOwnNames('names.txt', Buffer.from(' \n'), 'PER')).toThrow('There are no names in names.txt.');
  expect(() => readOwnNames('names.docx', Buffer.from('PK\u0003\u0004'), 'PER')).toThrow(/names\.docx .*zip archive/);
});

test('a table has names of several types, of which one is asked for', () => {
  const table = Buffer.from('name,type\nTove Grun,PER\nNorrby,LOC\n');
  expect(readOwnNames('names.csv', table, 'PER').names).toEqual(['Tove Grun']);
  expect(readOwnNames('names.csv', table, 'person').names).toEqual(['Tove Grun', 'Norrby']);
});
