import { expect, test } from 'vitest';
import { readNames } from './own-names.ts';

test('a list of names is read in its encoding; what is no list is refused', () => {
  const utf16 = Buffer.from('\uFEFFJürgen Groß\r\nTove\r\n', 'utf16le');
  const windows = Buffer.from('Jürgen Groß\nTove', 'latin1');
  for (const bytes of [utf16, windows]) expect(readNames('names.txt', bytes)).toEqual(['Jürgen Groß', 'Tove']);
  expect(() => readNames('names.txt', Buffer.from(' \n'))).toThrow('names.txt has no names. Expected one a line.');
  expect(() => readNames('names.docx', Buffer.from('PK\u0003\u0004'))).toThrow(/names\.docx .*zip archive/);
});
