/**
 * Counter-based random numbers: pure functions of a key and an index. Masks and shuffles are the same for every backend and
 * evaluation order, and there is no state to save.
 */

/**
 * 32-bit hash: the "lowbias32" finaliser, with constants from Chris Wellons' hash-prospector (bias 0.17). The dropout kernels
 * implement the same function in WGSL and AssemblyScript.
 */
export function hash32(x: number): number {
  x ^= x >>> 16;
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x846ca68b);
  x ^= x >>> 16;
  return x >>> 0;
}

/** The key of a stream of random numbers, from any integers: seed, step, site… */
export function streamKey(...parts: number[]): number {
  let key = 0x9e3779b9;
  for (const part of parts) key = hash32(key ^ (part | 0));
  return key >>> 0;
}

/** The `index`-th 32-bit number of the stream: `hash32(hash32(index) ^ key)`. */
export function randomBits(key: number, index: number): number {
  return hash32(hash32(index) ^ key);
}

/** The `index`-th number of the stream, uniform in [0, 1). */
export function randomUniform(key: number, index: number): number {
  return randomBits(key, index) / 2 ** 32;
}

/** Shuffles in place (Fisher-Yates) with the stream `key`, and returns `items`. */
export function shuffle<T>(items: T[], key: number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(randomUniform(key, i) * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
