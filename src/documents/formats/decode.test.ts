import { describe, expect, test } from 'vitest';
import { openDocument } from '../registry.ts';

/** The bytes of a text in a one-byte encoding. */
function inEncoding(label: string, text: string): Uint8Array<ArrayBuffer> {
  const characters = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from(text, (character) => characters.indexOf(character));
}

const textOf = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const { blocks, notes } = await openDocument({ name, bytes });
  return { text: blocks.map(({ text }) => text).join('|'), notes };
};

describe('HTML is read in the encoding that it declares', () => {
  test.each([
    ['windows-1251', 'Анна Павлова живёт в Омске'],
    ['koi8-r', 'Анна Павлова живёт в Омске'],
    ['iso-8859-2', 'Łódź, Gdańsk'],
    ['windows-1253', 'Αθήνα'],
  ])('%s', async (label, text) => {
    for (const meta of [
      `<meta charset="${label}">`,
      `<meta http-equiv=Content-Type content="text/html; charset=${label}">`,
    ]) {
      expect(await textOf('a.html', inEncoding(label, `${meta}<p>${text}</p>`))).toEqual({ text, notes: [] });
    }
  });

  test('a byte order mark counts more', async () => {
    const bytes = new TextEncoder().encode('\uFEFF<meta charset="windows-1252"><p>Łódź');
    expect(await textOf('a.html', bytes)).toEqual({ text: 'Łódź', notes: [] });
  });

  test('Shift_JIS, of two bytes', async () => {
    const start = new TextEncoder().encode('<meta charset=shift_jis><p>');
    const bytes = Uint8Array.of(...start, 0x93, 0x8c, 0x8b, 0x9e); // 東京
    expect(await textOf('a.html', bytes)).toEqual({ text: '東京', notes: [] });
  });

  test.each(['klingon', 'shift_jis'])('%s, which does not fit: read by its bytes, with a note', async (label) => {
    const bytes = inEncoding('windows-1252', `<meta charset=${label}><p>Café ø\u00a0à</p>`);
    const { text, notes } = await textOf('a.html', bytes);
    expect(text).toContain('Café');
    expect(notes).toEqual([expect.stringContaining(`declares the encoding ${label}`)]);
  });
});

test('a page without a declaration is written so that browsers read it as UTF-8', async () => {
  const { write } = await openDocument({ name: 'a.html', bytes: inEncoding('windows-1252', '<p>Zoë Ølsen</p>') });
  const { bytes } = write([]);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await textOf('a.html', bytes)).toEqual({ text: 'Zoë Ølsen', notes: [] });
});

test('text that is not UTF-8 has a note', async () => {
  const { text, notes } = await textOf('a.txt', inEncoding('windows-1252', 'Zoë met Çelik.\n'));
  expect(text).toBe('Zoë met Çelik.');
  expect(notes).toEqual([expect.stringMatching(/^Line 1: .*not UTF-8/)]);
  expect((await textOf('a.txt', new TextEncoder().encode('Zoë met Çelik.\n'))).notes).toEqual([]);
});

test('JSON with a backslash that escapes nothing is read as it is', async () => {
  const bytes = new TextEncoder().encode(String.raw`{"text": "Ada \u0041 \N \U0041 \x"}`);
  expect((await textOf('a.json', bytes)).text).toBe(String.raw`{"text": "Ada A \N \U0041 \x"}`);
});

const RUSSIAN = 'Анна Павлова живёт в Омске, а Иван в Твери.';
const koi = (text: string) => inEncoding('koi8-r', text);
const WRONG = new TextDecoder('windows-1251').decode(koi(RUSSIAN));

describe('a document is read in the encoding that was chosen, without a note', () => {
  test.each<[name: string, written: string]>([
    ['a.txt', RUSSIAN],
    ['a.md', RUSSIAN],
    ['a.csv', RUSSIAN],
    ['a.srt', `1\n00:00:01,000 --> 00:00:02,000\n${RUSSIAN}\n`],
    ['a.html', `<p>${RUSSIAN}</p>`],
    ['a.html', `<meta charset="koi8-r"><p>${RUSSIAN}</p>`],
    ['a.eml', `Subject: ${RUSSIAN}\n\n${RUSSIAN}\n`],
  ])('%s: %s', async (name, written) => {
    const bytes = koi(written);
    const guessed = await openDocument({ name, bytes });
    expect(guessed.blocks.at(-1)!.text).toBe(RUSSIAN);
    expect(guessed.encoding).toMatchObject({ guess: 'koi8-r', chosen: undefined });
    const chosen = await openDocument({ name, bytes, encoding: 'windows-1251' });
    expect(chosen.blocks.at(-1)!.text).toBe(WRONG);
    expect(chosen.blocks[0]!.text).toBe(WRONG);
    expect(chosen.notes).toEqual([]);
    expect(chosen.encoding).toMatchObject({ guess: 'koi8-r', chosen: 'windows-1251' });
    const again = await openDocument({ name, bytes: chosen.write([], (text) => text).bytes });
    expect(again.blocks.at(-1)!.text).toBe(WRONG);
  });
});

test('a mail: what declares its encoding is read in it, whatever was chosen for the rest', async () => {
  const body = koi(`\n\n--cut\n\n${RUSSIAN}\n--cut\nContent-Type: text/plain; charset=koi8-r\n\n${RUSSIAN}\n--cut--\n`);
  const head = new TextEncoder().encode('Content-Type: multipart/mixed; boundary=cut');
  const bytes = Uint8Array.of(...head, ...body);
  const texts = async (encoding?: 'windows-1251') =>
    (await openDocument({ name: 'a.eml', bytes, encoding })).blocks.map(({ text }) => text);
  expect(await texts()).toEqual([RUSSIAN, RUSSIAN]);
  expect(await texts('windows-1251')).toEqual([WRONG, RUSSIAN]);
  const { notes } = await openDocument({ name: 'a.eml', bytes });
  expect(notes).toEqual([expect.stringMatching(/^Text that declares no encoding was read as KOI8-R/)]);
});

test('documents in UTF-8, and without letters beyond ASCII, need no choice', async () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  for (const [name, bytes] of [
    ['a.txt', encode(RUSSIAN)],
    ['a.html', encode('<meta charset="windows-1251"><p>Ada')],
    ['a.eml', encode(`Subject: ${RUSSIAN}\n\nAda\n`)],
  ] as const)
    expect({ name, encoding: (await openDocument({ name, bytes })).encoding }).toEqual({ name, encoding: undefined });
});
