import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readVectors } from './read-vectors.ts';
import { fileOf } from './testing.ts';

const ROWS = [
  ['the', 0.1, -0.2, 0.3, 0.4, 0.5],
  ['of', 1.5, 2.5, 3.5, -0.5, 0.25],
];
const text = (separator = ' ', end = '\n') => ROWS.map((row) => row.join(separator) + end).join('');
const bytesOf = (content: string) => new TextEncoder().encode(content);
const read = (content: Uint8Array | string, name: string) => readVectors(fileOf(content, name), { wanted: new Set() });

/** A tar archive with one file. */
function tar(content: Uint8Array): Uint8Array {
  const archive = new Uint8Array(512 * (3 + Math.ceil(content.length / 512)));
  archive.set(bytesOf('vectors.txt'));
  archive.set(bytesOf('ustar'), 257);
  archive.set(content, 512);
  return archive;
}

const utf16 = (mark: [number, number]) =>
  Uint8Array.from([
    ...mark,
    ...[...text()].flatMap((c) => (mark[0] === 0xff ? [c.charCodeAt(0), 0] : [0, c.charCodeAt(0)])),
  ]);

/** How each content may be packed. */
const PACKED = {
  plain: (content: Uint8Array) => ({ content, name: 'v.txt' }),
  gzip: (content: Uint8Array) => ({ content: gzipSync(content), name: 'v.txt.gz' }),
  zip: (content: Uint8Array) => ({ content: zipSync({ 'v.txt': content }), name: 'v.zip' }),
};

describe.each(Object.entries(PACKED))('%s', (_, pack) => {
  test.each([
    ['a tar archive', tar(bytesOf(text())), /is a tar archive\. Unpack it, and add the file with the vectors\.$/],
    ['UTF-16, little-endian', utf16([0xff, 0xfe]), /is text in UTF-16\. Save it as UTF-8\.$/],
    ['UTF-16, big-endian', utf16([0xfe, 0xff]), /is text in UTF-16\. Save it as UTF-8\.$/],
    ['lines of old Macs', bytesOf(text(' ', '\r')), /lines that end with CR only\. Save it with LF or CRLF/],
    ['commas', bytesOf(text(',')), /\(the numbers are separated by “,”\)/],
    ['semicolons', bytesOf(text(';')), /\(the numbers are separated by “;”\)/],
    ['commas and spaces', bytesOf(text(', ')), /\(the numbers are separated by “,”\)/],
    [
      'a list',
      bytesOf('the [0.1, 0.2]\n'),
      /\(no line ends with numbers; the first one begins with “the \[0\.1, 0\.2\]”\)/,
    ],
  ])('%s: the message says what was found', async (_, content, message) => {
    const packed = pack(content);
    await expect(read(packed.content, packed.name)).rejects.toMatchObject({
      code: 'BadVectors',
      message: expect.stringMatching(message) as string,
    });
  });

  test('what is separated by spaces and ends with CRLF is read', async () => {
    const packed = pack(bytesOf(text(' ', '\r\n')));
    expect((await read(packed.content, packed.name)).words).toBe(2);
  });
});

test('a gzip file in a zip archive is named', async () => {
  const archive = zipSync({ 'v.txt.gz': gzipSync(bytesOf(text())) });
  await expect(read(archive, 'v.zip')).rejects.toThrow(
    'v.zip contains a gzip file. Unpack the archive, and add that file.',
  );
});
