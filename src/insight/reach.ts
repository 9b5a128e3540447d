/** Means of norms by the distance between two tokens, in either direction. @returns [T]; distance 0 is the token itself */
export function meansByDistance(reach: readonly { source: number; norms: Float32Array }[]): number[] {
  const T = reach[0]?.norms.length ?? 0;
  const [sums, counts] = [new Float64Array(T), new Float64Array(T)];
  for (const { source, norms } of reach) {
    for (const [t, norm] of norms.entries()) {
      const distance = Math.abs(t - source);
      sums[distance]! += norm;
      counts[distance]! += 1;
    }
  }
  return Array.from(sums, (sum, distance) => (counts[distance] === 0 ? 0 : sum / counts[distance]!));
}
