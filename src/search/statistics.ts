/** Student's t distribution, and the pooled deviation of groups. */
import { mean } from '../eval/summary.ts';

/**
 * The pooled standard deviation within groups: √(Σ (x - mean of its group)² / df), with df = number of values - number of groups.
 *
 * @returns undefined if no group has two values
 */
export function pooledDeviation(groups: readonly (readonly number[])[]): { sd: number; df: number } | undefined {
  let [squares, df] = [0, 0];
  for (const group of groups) {
    if (group.length === 0) continue;
    const middle = mean(group);
    squares += group.reduce((sum, value) => sum + (value - middle) ** 2, 0);
    df += group.length - 1;
  }
  return df === 0 ? undefined : { sd: Math.sqrt(squares / df), df };
}

/**
 * P(T ≤ t) of Student's t with a whole number of degrees of freedom: the finite sums of Abramowitz & Stegun 1964, 26.7.3 and 26.7.4.
 */
export function studentCdf(t: number, df: number): number {
  const angle = Math.atan(t / Math.sqrt(df));
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = df % 2 === 1;
  let [term, sum] = [isOdd ? cos : 1, 0];
  for (let k = isOdd ? 1 : 0; k < (isOdd ? df - 1 : df); k += 2) {
    sum += term;
    term *= ((k + 1) / (k + 2)) * cos * cos;
  }
  const within = isOdd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum; // P(-|t| < T < |t|), with the sign of t
  return 0.5 + within / 2;
}

/** The t with P(T ≤ t) = `probability`, for a probability of at least 1/2. */
export function studentQuantile(probability: number, df: number): number {
  let [low, high] = [0, 1];
  while (studentCdf(high, df) < probability) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (studentCdf(middle, df) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
