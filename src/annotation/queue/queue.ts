import type { Seconds } from '../../lib/units.ts';

/** A sentence that could be annotated next. */
export interface Candidate {
  /** [T] of its tokens, as `WordIds` numbers them. */
  words: ArrayLike<number>;
  /** [T] how much the model would learn from each token: the probability that its predicted tag is wrong. */
  doubt: ArrayLike<number>;
  /** Time to read and accept it. Corrections are not counted: they are what the model learns from. */
  seconds: Seconds;
}

/** Each time a word is chosen, its value is multiplied by this. Tuned on dev (bench/annotate.mjs), like `DENSITY`. */
const REPEAT = 0.5;

/** Weight of doubt about the same word elsewhere (information density, Settles & Craven 2008, by word). */
const DENSITY = 0.5;

/**
 * Orders candidates by expected benefit per second of work, best first, given those before: a word is worth less each time it has been
 * chosen. This spreads similar sentences, and of duplicates only the first ranks high.
 *
 * The benefit is submodular: choosing a candidate can only lower the benefit of the others. So only the best ones are recomputed (Minoux
 * 1978, "accelerated greedy").
 *
 * @param count how many are chosen greedily; the others follow, sorted by their own benefit
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

/** The summed doubt of each word over all candidates. */
function doubtByWord(candidates: readonly Candidate[]): Float64Array {
  const size = candidates.reduce((max, { words }) => Array.from(words).reduce((a, b) => Math.max(a, b + 1), max), 0);
  const sums = new Float64Array(size);
  for (const { words, doubt } of candidates) {
    for (let t = 0; t < words.length; t++) sums[words[t]!]! += doubt[t]!;
  }
  return sums;
}

/** How many sentences are annotated, and how many of these are set aside. */
export interface Annotated {
  all: number;
  setAside: number;
}

/**
 * Interleaves the sentences that are set aside for evaluation with the others, so that their share of all annotated sentences is right. It
 * counts those that are annotated already, since the queue is replaced by each training, long before its end.
 *
 * @param queue the others, best first
 * @param setAside in random order
 * @param share of all sentences, in [0, 1)
 */
export function withSetAside(
  queue: readonly number[],
  setAside: readonly number[],
  share: number,
  annotated: Annotated,
): number[] {
  const mixed: number[] = [];
  let next = 0;
  const isDue = () => {
    const wanted = Math.floor(share * (annotated.all + mixed.length + 1));
    return annotated.setAside + next < wanted && next < setAside.length;
  };
  for (const index of queue) {
    while (isDue()) mixed.push(setAside[next++]!);
    mixed.push(index);
  }
  return share === 0 ? mixed : [...mixed, ...setAside.slice(next)];
}

/** Assigns ids to words. Words that differ only in case and digits share an id. */
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

/** A binary max-heap of indices by value; ties by lower index. */
class MaxHeap {
  readonly #indices: Int32Array;
  readonly #values: Float64Array;
  #size: number;

  /** @param values value of each index */
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

  /** Inserts an index that was popped before. */
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
