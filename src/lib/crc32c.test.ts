import { expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';

test('the vectors of RFC 3720, appendix B.4', () => {
  expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
  expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
  expect(crc32c(new Uint8Array())).toBe(0);
});
