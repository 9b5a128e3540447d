import type { CompactExtract } from '../data/vectors/compact.ts';

/**
 * `vectors.bin`: little-endian, without header or gaps: hashes as float64 `[words]`, scales as float32 `[words]`,
 * values as int8 `[words, dimensions]`. The sizes are in `config.json`.
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

/** Undefined where the bytes are not as many as these sizes need. */
export function decodeVectors(bytes: Uint8Array, words: number, dimensions: number): CompactExtract | undefined {
  if (bytes.length !== words * (8 + 4 + dimensions)) return undefined;
  const { buffer } = bytes.slice(); // copied: a float64 view begins at a multiple of 8 bytes
  return {
    dimensions,
    hashes: new Float64Array(buffer, 0, words),
    scales: new Float32Array(buffer, 8 * words, words),
    values: new Int8Array(buffer, 12 * words),
  };
}

/** Where scales and values lie in the file, in bytes. */
export function vectorPlaces(words: number, dimensions: number) {
  return {
    scales: { shape: [words], offset: 8 * words, length: 4 * words },
    values: { shape: [words, dimensions], offset: 12 * words, length: words * dimensions },
  };
}
