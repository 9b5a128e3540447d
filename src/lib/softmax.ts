/** Exponentials of scores, divided by their sum; without overflow. */
export function softmax(scores: ArrayLike<number>): Float64Array {
  const powers = Float64Array.from(scores);
  const most = powers.reduce((a, b) => Math.max(a, b), -Infinity);
  for (let i = 0; i < powers.length; i++) powers[i] = Math.exp(powers[i]! - most);
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
