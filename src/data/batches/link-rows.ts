import { lookupFromIndex, type Lookup } from './ragged.ts';

/** L links, grouped by the M tokens that they come from or lead to. */
export interface LinkRows {
  /** [M+1] */
  offsets: Int32Array;
  /** [L] the link, numbered in the order of `own`. */
  entries: Int32Array;
  /** [L] the token at its other end, in [0, M). */
  targets: Int32Array;
}

/** Links of a batch: between occurrences of a word in the same document, or between the words of a sentence. */
export interface Links {
  /** [M] the row, of N, of each token that has links. */
  rows: Lookup;
  /** From each token, to the nearest other occurrences, nearest first, or to the words of its sentence, in order. */
  own: LinkRows;
  /** To each token, in the order of the links. */
  inverse: LinkRows;
}

/**
 * @param rows [M] of the tokens @param offsets [M+1] of their links @param targets [L] in [0, M)
 * @param count of all rows
 */
export function linked(
  rows: ArrayLike<number>,
  offsets: ArrayLike<number>,
  targets: ArrayLike<number>,
  count: number,
): Links {
  const owners = new Int32Array(targets.length);
  for (let m = 0; m < rows.length; m++) owners.fill(m, offsets[m], offsets[m + 1]);
  const leading = lookupFromIndex(new Int32Array(targets), rows.length);
  const entries = new Int32Array(targets.length);
  for (let e = 0; e < entries.length; e++) entries[e] = e;
  return {
    rows: lookupFromIndex(new Int32Array(rows), count),
    own: {
      offsets: new Int32Array(offsets),
      entries,
      targets: leading.index,
    },
    inverse: {
      offsets: leading.offsets,
      entries: leading.items,
      targets: leading.items.map((entry) => owners[entry]!),
    },
  };
}
