/** Checks what only a programming error can break. The message is lazy: hot paths pay for it only when it fails. */
export function assert(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new Error(message());
}

/** Returns `value`, or fails with `message` where it is missing. */
export function defined<T>(value: T | undefined | null, message: () => string): T {
  assert(value !== undefined && value !== null, message);
  return value;
}
