/**
 * `TABLES[k][b]` is the remainder of byte b followed by k zero bytes: reflected polynomial 0xEDB88320. With four tables, a step
 * processes four bytes (slicing-by-4: Kounavis & Berry 2005).
 */
const TABLES = remainders();

function remainders(): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
  const first = Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c;
  });
  const next = (table: Uint32Array) => table.map((remainder) => (remainder >>> 8) ^ first[remainder & 0xff]!);
  const second = next(first);
  const third = next(second);
  return [first, second, third, next(third)];
}

/** CRC-32 (ISO 3309), as in zip and gzip. */
export function crc32(bytes: Uint8Array): number {
  return (remainderAfter(START, bytes) ^ START) >>> 0;
}

/** The CRC-32 of bytes that arrive in parts. */
export function crc32Of(): { update: (part: Uint8Array) => void; value: () => number } {
  let crc = START;
  return {
    update: (part) => {
      crc = remainderAfter(crc, part);
    },
    value: () => (crc ^ START) >>> 0,
  };
}

const START = 0xffffffff;

function remainderAfter(start: number, bytes: Uint8Array): number {
  const [t0, t1, t2, t3] = TABLES;
  let crc = start;
  let i = 0;
  for (; i + 4 <= bytes.length; i += 4) {
    crc ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    crc = t3[crc & 0xff]! ^ t2[(crc >>> 8) & 0xff]! ^ t1[(crc >>> 16) & 0xff]! ^ t0[crc >>> 24]!;
  }
  for (; i < bytes.length; i++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[i]!) & 0xff]!;
  return crc;
}
