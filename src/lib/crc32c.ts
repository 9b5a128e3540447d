/** `TABLE[b]` is the remainder of byte b: reflected Castagnoli polynomial 0x82F63B78. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  return remainder;
});

/** CRC-32C (Castagnoli; RFC 3720, appendix B.4), as in TFRecord files. */
export function crc32c(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ TABLE[(remainder ^ byte) & 0xff]!;
  return (remainder ^ 0xffffffff) >>> 0;
}
