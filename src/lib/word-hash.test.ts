import { expect, it } from 'vitest';
import { hashBytes, hashWord } from './word-hash.ts';

it.each(['', 'Varde', 'x'.repeat(64), 'x'.repeat(65), 'Ærø', 'abcé', '東京', 'a😀', '\ud800', '\u007f', '\u0080'])(
  'the hash of %j is that of its UTF-8 bytes, whichever words came before',
  (word) => {
    const bytes = new TextEncoder().encode(word);
    hashWord('another, longer word');
    expect(hashWord(word)).toBe(hashBytes(bytes, 0, bytes.length));
  },
);
