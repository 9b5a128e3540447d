import { crc32 } from '../lib/crc32.ts';
import type { Sentence } from './corpus.ts';

/** A checksum of the tokens and tags of sentences, in order. @returns eight hexadecimal digits */
export function fingerprintOfSentences(sentences: readonly Sentence[]): string {
  const encoder = new TextEncoder();
  const sums = Uint32Array.from(sentences, ({ tokens, tags, unknown }) =>
    crc32(encoder.encode(`${tokens.join('\n')}\t${tags.join('\n')}${unknown ? JSON.stringify(unknown) : ''}`)),
  );
  return crc32(new Uint8Array(sums.buffer)).toString(16).padStart(8, '0');
}
