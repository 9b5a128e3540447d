/**
 * Memoizes the last call of a pure function. The same arguments give the same object, so components are not rendered again, and several
 * components share one computation.
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

/** Memoizes a pure function of one object, for as long as the object exists. */
export function memoizedByObject<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { result: Result }>();
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) };
    results.set(key, known);
    return known.result;
  };
}
