// Which values there are among the words, forms, or pairs of both, of a batch: as many look-ups as tokens, several times a step, in
// one table that is kept.

/** By value: a number of it, while a function below needs one; else 0. */
let numbers = new Int32Array(1024);

/** @param values not negative. @returns each of them once, ascending */
export function distinct(values: Int32Array): Int32Array {
  makeRoom(values);
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

/** Where each value stands among `entries`, which has it once. */
export function placesIn(entries: Int32Array, values: Int32Array): Int32Array {
  makeRoom(entries);
  for (let i = 0; i < entries.length; i++) numbers[entries[i]!] = i;
  const places = new Int32Array(values.length);
  for (let n = 0; n < values.length; n++) places[n] = numbers[values[n]!]!;
  for (const entry of entries) numbers[entry] = 0;
  return places;
}

/** The distinct pairs of two values [N], in the order in which they come. */
export interface DistinctPairs {
  /** [N] */
  index: Int32Array;
  /** [P] the pairs' values. */
  first: Int32Array;
  second: Int32Array;
}

export function distinctPairs(a: Int32Array, b: Int32Array): DistinctPairs {
  makeRoom(b);
  const index = new Int32Array(a.length);
  const [first, second] = [new Int32Array(a.length), new Int32Array(a.length)];
  const before = new Int32Array(a.length); // of each pair: 1 + the one before it with the same second value, or 0
  let count = 0;
  for (let n = 0; n < a.length; n++) {
    let pair = numbers[b[n]!]!; // 1 + the last pair that has it
    while (pair !== 0 && first[pair - 1] !== a[n]) pair = before[pair - 1]!;
    if (pair === 0) {
      first[count] = a[n]!;
      second[count] = b[n]!;
      before[count] = numbers[b[n]!]!;
      pair = numbers[b[n]!] = ++count;
    }
    index[n] = pair - 1;
  }
  for (let p = 0; p < count; p++) numbers[second[p]!] = 0;
  return { index, first: first.slice(0, count), second: second.slice(0, count) };
}

function makeRoom(values: Int32Array): void {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  if (most >= numbers.length) numbers = new Int32Array(2 * (most + 1)); // all 0, as the table was
}
