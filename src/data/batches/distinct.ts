// The distinct words, forms, or pairs of both in a batch. They are needed several times per step, so all functions share one table
// instead of allocating a `Map` each.

/** Indexed by value. All zero between calls. */
let numbers = new Int32Array(1024);

/**
 * Returns the distinct values, ascending.
 *
 * @param values not negative
 */
export function distinct(values: Int32Array): Int32Array {
  growTable(values);
  const found = new Int32Array(values.length);
  let count = 0;
  for (const value of values) {
    if (numbers[value] !== 0) continue;
    numbers[value] = 1;
    found[count++] = value;
  }
  for (let i = 0; i < count; i++) numbers[found[i]!] = 0;
  return found.subarray(0, count).sort();
}

/**
 * Returns the index of each value in `entries`.
 *
 * @param entries distinct; contain every value
 */
export function placesIn(entries: Int32Array, values: Int32Array): Int32Array {
  growTable(entries);
  for (let i = 0; i < entries.length; i++) numbers[entries[i]!] = i;
  const places = new Int32Array(values.length);
  for (let n = 0; n < values.length; n++) places[n] = numbers[values[n]!]!;
  for (const entry of entries) numbers[entry] = 0;
  return places;
}

/** The P distinct pairs among N pairs of values, in order of first occurrence. */
export interface DistinctPairs {
  /** [N] index of each pair in `first` and `second`. */
  index: Int32Array;
  /** [P] */
  first: Int32Array;
  /** [P] */
  second: Int32Array;
}

/**
 * @param a [N]
 * @param b [N], not negative
 */
export function distinctPairs(a: Int32Array, b: Int32Array): DistinctPairs {
  growTable(b);
  const index = new Int32Array(a.length);
  const [first, second] = [new Int32Array(a.length), new Int32Array(a.length)];
  // Linked lists of the pairs with the same second value: 1 + the previous pair, or 0 at the end.
  const previous = new Int32Array(a.length);
  let count = 0;
  for (let n = 0; n < a.length; n++) {
    let pair = numbers[b[n]!]!; // 1 + the last pair with this second value
    while (pair !== 0 && first[pair - 1] !== a[n]) pair = previous[pair - 1]!;
    if (pair === 0) {
      first[count] = a[n]!;
      second[count] = b[n]!;
      previous[count] = numbers[b[n]!]!;
      pair = numbers[b[n]!] = ++count;
    }
    index[n] = pair - 1;
  }
  for (let p = 0; p < count; p++) numbers[second[p]!] = 0;
  return { index, first: first.slice(0, count), second: second.slice(0, count) };
}

/** The P distinct rows of a table, in order of first occurrence. */
export interface DistinctRows {
  /** [N] index of each row in `rows`. */
  index: Int32Array;
  /** [P] where each is first. */
  rows: Int32Array;
}

/** @param columns [N] each, not negative; at least one */
export function distinctRows(columns: readonly Int32Array[]): DistinctRows {
  const [first, ...others] = columns;
  const index = others.reduce((before, column) => distinctPairs(before, column).index, first!);
  const rows = new Int32Array(index.length);
  let count = 0;
  for (let n = 0; n < index.length; n++) if (index[n] === count) rows[count++] = n;
  return { index, rows: rows.slice(0, count) };
}

function growTable(values: Int32Array): void {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  if (most >= numbers.length) numbers = new Int32Array(2 * (most + 1)); // needs no copy: all zero
}
