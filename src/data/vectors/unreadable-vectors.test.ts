import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readVectors } from './read-vectors.ts';
import { fileOf } from './testing.ts';

const TEXT = 'the 0.1 -0.2 0.3 0.4 0.5\nof 1.5 2.5 3.5 -0.5 0.25\n';
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

/** How each content may be packed. */
const PACKED = {
  plain: (content: Uint8Array) => ({ content, name: 'v.txt' }),
  gzip: (content: Uint8Array) => ({ content: gzipSync(content), name: 'v.txt.gz' }),
  zip: (content: Uint8Array) => ({ content: zipSync({ 'v.txt': content }), name: 'v.zip' }),
};

describe.each(Object.entries(PACKED))('%s', (_, pack) => {
  test.each([
    ['a tar archive', tar(bytesOf(TEXT)), /is a tar archive\. Unpack it, and add the file with the vectors\.$/],
    [
      'numbers without words',
      bytesOf('0.1 0.2 -0.3 0.4 0.5 0.6\n0.7 -0.8 0.9 0.1 0.2 0.3\n'),
      /numbers without words\. .* paste words\.txt v/,
    ],
    [
      'a list that is too short',
      bytesOf('the [0.1, 0.2]\n'),
      /no line ends with numbers; the first one begins with “the \[0\.1, 0\.2\]”/,
    ],
  ])('%s: the message says what was found', async (_, content, message) => {
    const packed = pack(content);
    await expect(read(packed.content, packed.name)).rejects.toMatchObject({
      code: 'BadVectors',
      message: expect.stringMatching(message) as string,
    });
  });
});

test('a gzip file in a zip archive is named', async () => {
  const archive = zipSync({ 'v.txt.gz': gzipSync(bytesOf(TEXT)) });
  await expect(read(archive, 'v.zip')).rejects.toThrow(
    'v.zip contains a gzip file. Unpack the archive, and add that file.',
  );
});
