import type { Seconds } from '../lib/units.ts';

/** A sentence that could be annotated next. */
export interface Candidate {
  /** [T] of its tokens, as `WordIds` numbers them. */
  words: ArrayLike<number>;
  /** [T] what annotating each token would teach the model: the probability that its predicted tag is wrong. */
  doubt: ArrayLike<number>;
  /** Time to read and accept it. Corrections are not counted: where a model is wrong, they are what teaches it. */
  seconds: Seconds;
}

/** A word that was chosen once is worth this much the next time, and so on. Chosen on dev (bench/annotate.mjs), as `DENSITY`. */
const REPEAT = 0.5;

/** How much it counts that the same word is doubtful elsewhere, too (information density, Settles & Craven 2008, by word). */
const DENSITY = 0.5;

/**
 * Orders candidates by expected benefit per second of work, best first, each given those before it: a word is worth less each time it
 * has been chosen. Sentences that are alike are thereby spread, and of identical ones only the first is high up.
 *
 * The benefit is submodular: that of a candidate can only fall while others are chosen. So the greedy choice recomputes only the best
 * ones (Minoux 1978, "accelerated greedy").
 *
 * @param count how many are to be chosen; the others follow by their benefit alone
 * @returns indices of all candidates
 */
export function orderByBenefit(candidates: readonly Candidate[], count: number): number[] {
  const worth = doubtByWord(candidates).map((doubt) => doubt ** DENSITY);
  const valueOf = (index: number): number => {
    const { words, doubt, seconds } = candidates[index]!;
    let sum = 0;
    for (let t = 0; t < words.length; t++) sum += doubt[t]! * worth[words[t]!]!;
    return sum / seconds;
  };
  const heap = new MaxHeap(candidates.map((_, index) => valueOf(index)));
  const order: number[] = [];
  while (order.length < Math.min(count, candidates.length)) {
    const { index, value } = heap.pop();
    const current = valueOf(index);
    if (current < value) {
      heap.push(index, current);
      continue;
    }
    order.push(index);
    for (const word of new Set(Array.from(candidates[index]!.words))) worth[word]! *= REPEAT;
  }
  while (order.length < candidates.length) order.push(heap.pop().index);
  return order;
}

/** By word, its doubt in all candidates together. */
function doubtByWord(candidates: readonly Candidate[]): Float64Array {
  const size = candidates.reduce((max, { words }) => Array.from(words).reduce((a, b) => Math.max(a, b + 1), max), 0);
  const sums = new Float64Array(size);
  for (const { words, doubt } of candidates) {
    for (let t = 0; t < words.length; t++) sums[words[t]!]! += doubt[t]!;
  }
  return sums;
}

/**
 * Puts sentences that are set aside for evaluation between the others, so that a person meets them at their share.
 *
 * @param queue the others, best first
 * @param setAside in random order
 * @param share of all, in [0, 1)
 */
export function withSetAside(queue: readonly number[], setAside: readonly number[], share: number): number[] {
  if (share === 0) return [...queue];
  const every = Math.max(1, Math.round(1 / share) - 1); // others between two that are set aside
  const mixed: number[] = [];
  let next = 0;
  for (const [place, index] of queue.entries()) {
    mixed.push(index);
    if ((place + 1) % every === 0 && next < setAside.length) mixed.push(setAside[next++]!);
  }
  return [...mixed, ...setAside.slice(next)];
}

/** Numbers words: those that are alike but for case and digits have one number. */
export class WordIds {
  readonly #ids = new Map<string, number>();

  /** [T] */
  of(tokens: readonly string[]): Int32Array {
    return Int32Array.from(tokens, (token) => this.#idOf(token.toLowerCase().replaceAll(/\d/g, '0')));
  }

  #idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    this.#ids.set(word, this.#ids.size);
    return this.#ids.size - 1;
  }
}

/** A binary heap of indices by value; of equal values the lower index first. */
class MaxHeap {
  readonly #indices: Int32Array;
  readonly #values: Float64Array;
  #size: number;

  /** @param values of the indices 0, 1, … */
  constructor(values: readonly number[]) {
    this.#indices = Int32Array.from(values.keys());
    this.#values = Float64Array.from(values);
    this.#size = values.length;
    for (let i = (this.#size >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  pop(): { index: number; value: number } {
    const top = { index: this.#indices[0]!, value: this.#values[0]! };
    this.#size--;
    this.#indices[0] = this.#indices[this.#size]!;
    this.#values[0] = this.#values[this.#size]!;
    this.#sink(0);
    return top;
  }

  /** Puts an index back that was taken out. */
  push(index: number, value: number): void {
    let i = this.#size++;
    this.#indices[i] = index;
    this.#values[i] = value;
    while (i > 0 && this.#isBefore(i, (i - 1) >> 1)) {
      this.#swap(i, (i - 1) >> 1);
      i = (i - 1) >> 1;
    }
  }

  #sink(from: number): void {
    for (let i = from; ;) {
      const left = 2 * i + 1;
      let first = i;
      if (left < this.#size && this.#isBefore(left, first)) first = left;
      if (left + 1 < this.#size && this.#isBefore(left + 1, first)) first = left + 1;
      if (first === i) return;
      this.#swap(i, first);
      i = first;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const difference = this.#values[a]! - this.#values[b]!;
    return difference > 0 || (difference === 0 && this.#indices[a]! < this.#indices[b]!);
  }

  #swap(a: number, b: number): void {
    [this.#indices[a], this.#indices[b]] = [this.#indices[b]!, this.#indices[a]!];
    [this.#values[a], this.#values[b]] = [this.#values[b]!, this.#values[a]!];
  }
}
