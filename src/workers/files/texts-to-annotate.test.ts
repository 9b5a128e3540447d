import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unpackSentences } from '../../annotation/sets/packed-sentences.ts';
import { DOCUMENTS } from '../../documents/planted.testing.ts';
import { readTexts } from './texts-to-annotate.ts';

const { signal } = new AbortController();
const PLANTED = { person: 'Nora Field', place: 'Westmark', lead: 'Ivo met' };
const bytesOf = (name: string) => DOCUMENTS[name]!(PLANTED).bytes;

async function textsOf(...files: File[]) {
  const { sentences, rejected, problems } = await readTexts(
    files.map((file) => ({ file })),
    signal,
  );
  const texts = [...unpackSentences(sentences)].map(({ text, source }) => [text, source.file, source.document]);
  return { texts, rejected, problems };
}

test('sentences of several files have consecutive document numbers; files without text are rejected', async () => {
  const files = [
    new File(['Nora sails. Ivo stays.'], 'a.txt'),
    new File([''], 'b.txt'),
    new File(['{"text": "Mina waits."}\n'], 'c.jsonl'),
  ];
  const { texts, rejected } = await textsOf(...files);
  expect(texts).toEqual([
    ['Nora sails.', 'a.txt', 0],
    ['Ivo stays.', 'a.txt', 0],
    ['Mina waits.', 'c.jsonl', 1],
  ]);
  expect(rejected).toMatchObject([{ name: 'b.txt', error: { code: 'BadInput' } }]);
});

test.each(Object.keys(DOCUMENTS))('%s is read as a document: its text without markup and fields', async (name) => {
  const { texts, rejected } = await textsOf(new File([bytesOf(name)], name));
  expect(rejected).toEqual([]);
  const whole = texts.map(([text]) => text).join('\n');
  expect(whole).toMatch(/Ivo met\s+Nora Field/);
  expect(whole).toContain('Westmark');
  expect(whole).not.toMatch(/[<>]w:|Content-|=\?utf|https:/);
});

test('a zip of documents is one document for each; what cannot be read is named', async () => {
  const archive = zipSync({
    'a/letter.docx': bytesOf('letter.docx'),
    'letter.md': bytesOf('letter.md'),
    'old.rtf': new TextEncoder().encode('{\\rtf1 Nora}'),
    'inner.zip': zipSync({ 'x.txt': bytesOf('letter.txt') }),
    '.hidden': new TextEncoder().encode('Nora'),
  }) as Uint8Array<ArrayBuffer>;
  const { texts, rejected } = await textsOf(new File([archive], 'all.zip'));
  expect([...new Set(texts.map(([, file, document]) => `${document} ${file}`))]).toEqual([
    '0 letter.docx',
    '1 letter.md',
  ]);
  expect(rejected.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([
    'old.rtf: old.rtf is rich text. Save it as .docx or .odt.',
    'inner.zip: It is a zip file inside another one. Unpack it first.',
  ]);
});

test('documents of old programs say what to save them as', async () => {
  const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  const { rejected } = await textsOf(new File([old], 'letter.doc'), new File(['{\\rtf1 Nora}'], 'letter.rtf'));
  expect(rejected.map(({ error }) => error.message)).toEqual([
    expect.stringContaining('Save it as .docx'),
    expect.stringContaining('Save it as .docx'),
  ]);
});

test.each([
  ['a.txt', true],
  ['a.py', true],
  ['a.log', true],
  ['a.text', true],
  ['a.jsonl', false],
])('code with data in %s is a text: %s', async (name, isText) => {
  const code = 'DATA = [("Ada left", {"entities": [(0, 3, "PER")]})]\nprint(len(DATA))\n';
  const { texts, rejected, problems } = await textsOf(new File([code], name));
  expect(problems.some(({ message }) => message.includes('looks like Python'))).toBe(isText);
  expect(
    texts
      .map(([text]) => text)
      .join('')
      .replace(/\s/g, ''),
  ).toBe(isText ? code.replace(/\s/g, '') : '');
  expect(rejected).toHaveLength(isText ? 0 : 1);
});
