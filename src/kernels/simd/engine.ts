interface Host {
  process?: { versions?: { v8?: string } };
}

/**
 * Whether the engine keeps the sums of a product's row of 40 columns in registers. V8 before 13, which Node 20 and 22
 * have, loads the whole row before it multiplies any of it, and has no registers left; browsers that old have no users
 * left.
 */
export const keepsWideSums = Number.parseInt((globalThis as Host).process?.versions?.v8 ?? '13') >= 13;
