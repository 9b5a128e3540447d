import type { CompactExtract } from '../data/vectors/stored-vectors.ts';

/**
 * Encodes `vectors.bin`: hashes as float64 [words], scales as float32 [words], values as int8 [words, dimensions], all little-endian
 * without header or padding. The sizes are in `config.json`.
 */
export function encodeVectors({ hashes, scales, values }: CompactExtract): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hashes.byteLength + scales.byteLength + values.byteLength);
  let offset = 0;
  for (const { buffer, byteOffset, byteLength } of [hashes, scales, values]) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return bytes;
}

/** Decodes `vectors.bin`. @returns undefined if the number of bytes does not match the sizes */
export function decodeVectors(bytes: Uint8Array, words: number, dimensions: number): CompactExtract | undefined {
  if (bytes.length !== words * (8 + 4 + dimensions)) return undefined;
  const { buffer } = bytes.slice(); // a copy: a float64 view must start at a multiple of 8 bytes
  return {
    dimensions,
    hashes: new Float64Array(buffer, 0, words),
    scales: new Float32Array(buffer, 8 * words, words),
    values: new Int8Array(buffer, 12 * words),
  };
}

/** Shape and byte range of scales and values in `vectors.bin`. */
export function vectorPlaces(words: number, dimensions: number) {
  return {
    scales: { shape: [words], offset: 8 * words, length: 4 * words },
    values: { shape: [words, dimensions], offset: 12 * words, length: words * dimensions },
  };
}
