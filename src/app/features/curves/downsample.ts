/** As many as can be distinguished in a figure of about 350 pixels. */
export const MAX_POINTS = 200;

/** The smallest power of two that makes at most `MAX_POINTS` buckets of `count` values: full buckets stay as they are. */
export function bucketSize(count: number): number {
  let size = 1;
  while (count / size > MAX_POINTS) size *= 2;
  return size;
}

/** One value of each bucket, and the last. Those left out stay the same while more values arrive. */
export function downsampled<T>(values: readonly T[]): readonly T[] {
  const size = bucketSize(values.length);
  return size === 1 ? values : values.filter((_, i) => i % size === 0 || i === values.length - 1);
}
