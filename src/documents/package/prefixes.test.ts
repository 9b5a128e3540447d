import { expect, test } from 'vitest';
import { requireUsualPrefixes } from './prefixes.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const TEXT = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0';

test.each([
  [
    'ns0:t in place of w:t',
    `<ns0:document xmlns:ns0="${WORD}"><ns0:p><ns0:r><ns0:t>Ada</ns0:t></ns0:r></ns0:p></ns0:document>`,
  ],
  ['t in place of w:t', `<document xmlns='${STRICT}'><p><r><t xml:space="preserve">Ada</t></r></p></document>`],
  ['x:c in place of c', `<x:worksheet xmlns:x="${SHEET}"><x:row><x:c t="inlineStr"/></x:row></x:worksheet>`],
  ['d:t in place of a:t', `<w:t xmlns:w="${WORD}"/><d:p xmlns:d="${DRAWING}"><d:t>Ada</d:t></d:p>`],
  ['o:p in place of text:p', `<doc xmlns:o="${TEXT}"><o:p>Ada</o:p></doc>`],
])('%s is refused', (names, xml) => {
  expect(() => requireUsualPrefixes('a.docx', 'part.xml', xml)).toThrow(
    `a.docx has texts that cannot be read: part.xml has ${names}. Open it in`,
  );
});

test.each([
  ['usual prefixes', `<w:document xmlns:w="${WORD}" xmlns:a="${DRAWING}"><w:p><w:t>Ada</w:t></w:p></w:document>`],
  [
    'a second prefix that no text has',
    `<worksheet xmlns="${SHEET}" xmlns:x="${SHEET}"><c><v>1</v></c><x:ext/></worksheet>`,
  ],
  ['other namespaces', '<x:t xmlns:x="http://example.org/other">Ada</x:t>'],
])('%s are read', (_, xml) => expect(() => requireUsualPrefixes('a.docx', 'part.xml', xml)).not.toThrow());

test('many prefixes take one pass', () => {
  const declared = Array.from({ length: 50_000 }, (_, i) => `<w:p xmlns:n${i}="${WORD}"/>`).join('');
  expect(() => requireUsualPrefixes('a.docx', 'part.xml', declared)).not.toThrow();
});
