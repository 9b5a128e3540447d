/** [E] the mean of word vectors. */
export function mean(vectors: readonly (readonly number[])[]): number[] {
  return vectors[0]!.map((_, i) => vectors.reduce((sum, vector) => sum + vector[i]!, 0) / vectors.length);
}
