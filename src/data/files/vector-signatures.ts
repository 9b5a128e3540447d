/** The first bytes of a model of fastText. */
export const FAST_TEXT_SIGNATURE = [0xba, 0x16, 0x4f, 0x2f] as const;
/** The first byte of a pickle of Python. The second one is the protocol. */
export const PICKLE = 0x80;
