/** As many points as can be distinguished in a figure of about 350 pixels. */
export const MAX_POINTS = 200;

/** The smallest power of two that gives at most `MAX_POINTS` buckets for `count` values. Full buckets do not change. */
export function bucketSize(count: number): number {
  let size = 1;
  while (count / size > MAX_POINTS) size *= 2;
  return size;
}

/** One value per bucket, and the last value. The selection is stable while more values arrive. */
export function downsampled<T>(values: readonly T[]): readonly T[] {
  const size = bucketSize(values.length);
  return size === 1 ? values : values.filter((_, i) => i % size === 0 || i === values.length - 1);
}
