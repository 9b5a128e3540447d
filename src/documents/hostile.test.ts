import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipped } from './planted.testing.ts';
import { openDocument } from './registry.ts';

const word = (body: string) => zipped('a.docx', { '[Content_Types].xml': '<Types/>', 'word/document.xml': body });
const textOf = async (body: string) => (await openDocument(word(body))).blocks.map(({ text }) => text).join('|');

test('entities of a document type are neither read from files nor expanded', async () => {
  const types = '<!DOCTYPE w [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
  expect(await textOf(`<?xml version="1.0"?>${types}<w:p><w:r><w:t>&b;&c;</w:t></w:r></w:p>`)).toBe('&b;&c;');
});

test('markup that is not well-formed does not end the reading; nesting that is too deep does', async () => {
  expect(await textOf('<w:p><w:r><w:t>Ada</w:p></w:body><w:p><w:r><w:t>Vale')).toContain('Ada');
  expect(await textOf(`<w:p>${'<w:r>'.repeat(1000)}<w:t>Ada</w:t>`)).toBe('Ada');
  await expect(textOf(`<w:p>${'<w:r>'.repeat(20_000)}`)).rejects.toThrow(/more than 2,000 levels deep/);
});

test('an archive that unpacks to more than the limit is refused before it is unpacked', async () => {
  const bytes = zipSync({ '[Content_Types].xml': new Uint8Array(9), 'word/document.xml': new Uint8Array(99) });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at + 46 < bytes.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0x7fffffff, true); // its stated size
  }
  const bomb = { name: 'bomb.docx', bytes: bytes as Uint8Array<ArrayBuffer> };
  await expect(openDocument(bomb)).rejects.toThrow(/bomb\.docx unpacks to at least/);
});

test('a document with more markup than the limit is refused before it is unpacked', async () => {
  const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': ' '.repeat(2 ** 27) };
  await expect(openDocument(zipped('a.docx', parts))).rejects.toThrow(/has 129 MiB of markup\. The limit is 128 MiB/);
});

const workbook = (sheets: Readonly<Record<string, string>>, targets: readonly string[]) =>
  zipped('a.xlsx', {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook>${targets.map((_, i) => `<sheet name="S${i}" r:id="r${i}"/>`).join('')}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.map((target, i) => `<Relationship Id="r${i}" Target="${target}"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': '<sst><si><t>Ada</t></si></sst>',
    ...Object.fromEntries(Object.entries(sheets).map(([name, cells]) => [`xl/${name}`, `<row>${cells}</row>`])),
  });

test('the cells of all sheets of a workbook are counted, and a sheet with several relations is read once', async () => {
  const cells = '<c/>'.repeat(2_500_001);
  const large = workbook({ 'worksheets/a.xml': cells, 'worksheets/b.xml': cells }, [
    'worksheets/a.xml',
    'worksheets/b.xml',
  ]);
  await expect(openDocument(large)).rejects.toThrow(/a\.xlsx has at least 5,000,001 cells/);
  const cell = '<c r="A1" t="s"><v>0</v></c>';
  const twice = workbook({ 'worksheets/a.xml': cell }, [
    'worksheets/a.xml',
    '/xl/worksheets/a.xml',
    'xl/worksheets/a.xml',
  ]);
  expect((await openDocument(twice)).blocks.map(({ place }) => place)).toEqual(['S0!A1']);
});

test('cells are not compared with each hidden column', async () => {
  const columns = '<col min="2" max="2" hidden="1"/>'.repeat(100_000);
  const cells = `<row>${'<c r="C1"><v>1</v></c>'.repeat(100_000)}<c r="B1" t="str"><v>x</v></c></row>`;
  const sheet = workbook({ 'worksheets/a.xml': `<cols>${columns}</cols>${cells}` }, ['worksheets/a.xml']);
  await expect(openDocument(sheet)).resolves.toBeDefined();
});

test('files of other kinds say what to do', async () => {
  const file = (name: string, text: string) => ({
    name,
    bytes: Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
  });
  await expect(openDocument(file('a.doc', '\u00d0\u00cf\u0011\u00e0'))).rejects.toThrow(/Save it as \.docx/);
  await expect(openDocument(file('a.rtf', '{\\rtf1'))).rejects.toThrow(/rich text/);
  await expect(openDocument(file('a.docx', 'no zip'))).rejects.toThrow(/cannot be unpacked/);
  const encrypted = {
    mimetype: '',
    'content.xml': 'x',
    'META-INF/manifest.xml': '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
  };
  await expect(openDocument(zipped('a.odt', encrypted))).rejects.toThrow(/has a password/);
  await expect(openDocument(file('a.pdf', '%PDF-1.4 nothing'))).rejects.toThrow(
    /cannot be read as a PDF: [^.]+\. Open it/,
  );
});

test('documents and pictures in a document are told', async () => {
  const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:p/>', 'word/embeddings/a.bin': 'x' };
  const file = zipped('a.docx', { ...parts, 'word/afchunk.mht': 'x', 'word/media/a.png': 'x' });
  const { notes } = await openDocument(file);
  expect(notes).toEqual(['1 image was not looked at.', '2 embedded documents were not read.']);
});
