import { gzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { importFile } from './import-file.ts';

/** The sentences of a file. */
async function read(name: string, contents: string | Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { sentences } = await importFile(new File([contents], name));
  return sentences.map(({ tokens }) => tokens.join(' '));
}

const TEXT = 'Ada left Norrby.\n';

test.each([
  ['a.txt', TEXT],
  ['a.txt.gz', new Uint8Array(gzipSync(new TextEncoder().encode(TEXT)))],
  ['a.md', '**Ada** left [Norrby](https://example.org).\n'],
  ['a.srt', '1\n00:00:01,000 --> 00:00:03,000\nAda left\n<i>Norrby</i>.\n'],
  ['a.html', '<html><body><p>Ada left <b>Norrby</b>.</p></body></html>'],
  ['a.jsonl', '{"id": 7, "abstract": "Ada left Norrby."}\n'],
])('%s is read as its text', async (name, contents) => {
  expect(await read(name, contents)).toEqual(['Ada left Norrby .']);
});

test('of mails, subject, addresses and text are read, without the names of headers', async () => {
  const mail = 'From: Ada <ada@a.org>\nSubject: Norrby\nContent-Type: text/plain\n\nAda left Norrby.\n';
  const sentences = await read('a.eml', mail);
  expect(sentences).toContain('Ada left Norrby .');
  expect(sentences.join(' ')).not.toMatch(/Subject|Content-Type/);
});

test('the numbers in front of sentences are no text', async () => {
  const lines = [
    'Ada left Norrby last May.',
    'Mio stays in Lund for long.',
    'Ivo came home again.',
    'Nora went far away.',
  ];
  const numbered = lines.map((line, i) => `${i + 1}\t${line}\n`).join('');
  const plain = await read('a.txt', lines.join('\n'));
  expect(await read('eng-sentences.txt', numbered)).toEqual(plain);
  const { problems } = await importFile(new File([numbered], 'a.txt'));
  expect(problems.map(({ message }) => message).join(' ')).toContain('Only column 2 is read as text');
});

test('a document that is not read says what to do', async () => {
  await expect(read('a.rtf', '{\\rtf1 Ada left.}')).rejects.toThrow('Save it as .docx or .odt');
});
