import { describe, expect, it } from 'vitest';
import { readZipEntries } from './zip.ts';

function fileOf(bytes: Uint8Array<ArrayBuffer>) {
  return {
    name: 'z.zip',
    size: bytes.length,
    slice: (start: number, end: number) => new Blob([bytes.slice(start, end)]),
  };
}

/** Little-endian fields, each [value, bytes]. */
function record(...fields: [value: number, size: number][]): number[] {
  return fields.flatMap(([value, size]) => Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256));
}

describe('readZipEntries', () => {
  it('reads sizes and offsets beyond 4 GiB from the ZIP64 records', async () => {
    const size = 5_000_000_000;
    const extra = record([1, 2], [24, 2], [2 * size, 8], [size, 8], [7, 8]);
    const entry = [
      ...record([0x02014b50, 4], [45, 2], [45, 2], [0, 2], [8, 2], [0, 8]), // signature … checksum
      ...record([0xffffffff, 4], [0xffffffff, 4], [1, 2], [extra.length, 2], [0, 2], [0, 8], [0xffffffff, 4]),
      'a'.charCodeAt(0),
      ...extra,
    ];
    const zip64End = record(
      [0x06064b50, 4],
      [44, 8],
      [45, 2],
      [45, 2],
      [0, 8],
      [1, 8],
      [1, 8],
      [entry.length, 8],
      [0, 8],
    );
    const locator = record([0x07064b50, 4], [0, 4], [entry.length, 8], [1, 4]);
    const end = record([0x06054b50, 4], [0, 4], [0xffff, 2], [0xffff, 2], [0xffffffff, 4], [0xffffffff, 4], [0, 2]);
    const file = fileOf(Uint8Array.from([...entry, ...zip64End, ...locator, ...end]));
    expect(await readZipEntries(file)).toEqual([
      { name: 'a', method: 8, encrypted: false, checksum: 0, size: 10_000_000_000, compressedSize: size, offset: 7 },
    ]);
  });

  it('reports a missing end record', async () => {
    await expect(readZipEntries(fileOf(Uint8Array.of(0x50, 0x4b, 3, 4)))).rejects.toThrow(
      /not a complete zip archive: its end record is missing/,
    );
  });
});
