import { strToU8, zipSync } from 'fflate';
import { CompactWriter, type CompactChunk } from '../../src/data/vectors/compact.ts';
import { PACKED, type PackedHeader } from '../../src/data/vectors/packed.ts';

/** Fixed timestamp in the zip, so that the same vectors give the same bytes. */
const EPOCH = new Date(1980, 0, 1);

/**
 * A packed vectors file: eight bits per value, one scale per row.
 *
 * @param vectors [words][E]
 */
export function packVectors(words: readonly string[], vectors: readonly Float32Array[]): Uint8Array {
  const dimensions = vectors[0]!.length;
  const writer = new CompactWriter(dimensions);
  for (const vector of vectors) writer.add(vector);
  const chunks = writer.takeLast();
  const header: PackedHeader = { format: 'tagsmith-vectors', version: 1, words: words.length, dimensions };
  return zipSync(
    {
      [PACKED.header]: strToU8(JSON.stringify(header)),
      [PACKED.words]: strToU8(words.join('\n')),
      [PACKED.scales]: concatenate(chunks, ({ scales }) => scales),
      [PACKED.values]: concatenate(chunks, ({ values }) => values),
    },
    { level: 9, mtime: EPOCH },
  );
}

function concatenate(chunks: readonly CompactChunk[], part: (chunk: CompactChunk) => ArrayBufferView): Uint8Array {
  return Buffer.concat(
    chunks.map(part).map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}
