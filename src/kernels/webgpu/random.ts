/** The generator of lib/rng.ts in WGSL: `randomBits(key, index)`, the same bits. */
export const RANDOM = /* wgsl */ `
  fn hash32(seed : u32) -> u32 {
    var x = seed;
    x ^= x >> 16u;
    x *= 0x7feb352du;
    x ^= x >> 15u;
    x *= 0x846ca68bu;
    x ^= x >> 16u;
    return x;
  }

  fn randomBits(key : u32, index : u32) -> u32 {
    return hash32(hash32(index) ^ key);
  }
`;
