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
