/** Throws if an invariant is violated by a programming error. The message is lazy, so hot paths build it only on failure. */
export function assert(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new Error(message());
}

/** Returns `value`; throws `message` if it is null or undefined. */
export function defined<T>(value: T | undefined | null, message: () => string): T {
  assert(value !== undefined && value !== null, message);
  return value;
}
