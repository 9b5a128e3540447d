/**
 * A pure function that remembers its last call: the same arguments give the same object, so that components which show it are
 * not rendered again, and several that show it compute it once.
 */
export function memoized<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { args: Args; result: Result } | undefined;
  return (...args) => {
    if (last === undefined || !isSame(last.args, args)) last = { args, result: compute(...args) };
    return last.result;
  };
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}

/** A pure function of one object that remembers its results for as long as their objects exist. */
export function memoizedByObject<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { result: Result }>();
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) };
    results.set(key, known);
    return known.result;
  };
}
