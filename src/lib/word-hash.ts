import { hash32 } from './rng.ts';

const encoder = new TextEncoder();
/** Most words are shorter, and ASCII: they need no encoder, whose calls take longer than the hash. */
const short = new Uint8Array(64);

/**
 * A 53-bit hash of `bytes[start..end)`, as an integer that a double represents exactly. Combines two multiplicative hashes (FNV-1a;
 * rotate, exclusive-or, multiply), each with a finalizer. The probability of any collision among two million words is 1 in 4,000.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let low = 0x811c9dc5;
  let high = 0x2545f491;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(((high << 5) | (high >>> 27)) ^ byte, 0x9e3779b1);
  }
  return (hash32(high) >>> 11) * 2 ** 32 + hash32(low);
}

/** `hashBytes` of the UTF-8 bytes of a word. */
export function hashWord(word: string): number {
  const { length } = word;
  if (length > short.length) return hashEncoded(word);
  for (let i = 0; i < length; i++) {
    const code = word.charCodeAt(i);
    if (code > 0x7f) return hashEncoded(word);
    short[i] = code;
  }
  return hashBytes(short, 0, length);
}

function hashEncoded(word: string): number {
  const bytes = encoder.encode(word);
  return hashBytes(bytes, 0, bytes.length);
}
