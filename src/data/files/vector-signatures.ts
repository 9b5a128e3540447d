/** The first bytes of files of programs that may have vectors. */
export const VECTOR_SIGNATURES = {
  fastText: [0xba, 0x16, 0x4f, 0x2f],
  numPy: [0x93, 0x4e, 0x55, 0x4d],
  hdf5: [0x89, 0x48, 0x44, 0x46],
  sqlite: [0x53, 0x51, 0x4c, 0x69],
} as const;

/** The first byte of a pickle of Python. The second one is the protocol. */
export const PICKLE = 0x80;

export function startsWith(head: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => head[i] === byte);
}
