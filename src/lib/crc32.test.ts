import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('the check value of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

/** One bit at a time, from the definition. */
function bitwise(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test.each([0, 1, 3, 4, 5, 8, 63, 1001])('%i bytes, at any offset, as bit by bit', (length) => {
  const bytes = Uint8Array.from({ length: length + 3 }, (_, i) => (i * 151 + 7) % 256);
  for (const offset of [0, 1, 3]) {
    const part = bytes.subarray(offset, offset + length);
    expect(crc32(part)).toBe(bitwise(part));
  }
});
