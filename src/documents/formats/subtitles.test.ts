import { expect, test } from 'vitest';
import { isOnlyDocument, openDocument } from '../registry.ts';

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

test.each([
  [
    'a.srt',
    '1\n00:00:01,000 --> 00:00:03,000\nAda left Old\nWeir.\n\n2\n00:00:04,000 --> 00:00:06,000\n{\\an8}<i>Mio</i> stays.\n',
  ],
  ['a.vtt', 'WEBVTT - of May\nKind: captions\n\nNOTE by hand\n\n00:01.000 --> 00:03.000 align:start\n<v Ada>Ada left Old\nWeir.</v>\n\nlast\n00:04.000 --> 00:06.000\nMio <00:05.000>stays.\n'], // prettier-ignore
])('%s: what is said, without numbers, times and notes', async (name, text) => {
  const subtitles = file(name, text);
  expect(await isOnlyDocument(subtitles)).toBe(true);
  const { blocks, write } = await openDocument(subtitles);
  expect(blocks.map((block) => block.text.trim())).toEqual(['Ada left Old Weir.', 'Mio stays.']);
  expect(new TextDecoder().decode(write([]).bytes)).toBe(text);
});
