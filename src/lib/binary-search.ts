/** Length of the longest prefix whose items satisfy a condition. No item after the prefix may satisfy it. */
export function prefixLength<T>(items: ArrayLike<T>, holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
