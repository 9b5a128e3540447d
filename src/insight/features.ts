/** A feature and what it adds to the score of a tag. */
export interface FeatureWeight {
  name: string;
  weight: number;
  /** The tag that it speaks for most, and its weight for that. */
  best: { tag: string; weight: number };
}

/** The weights of a feature CRF on the host. */
export interface FeatureWeights {
  /** [Vi] */
  names: readonly string[];
  /** [K] */
  tags: readonly string[];
  /** [Vi, K] */
  table: Float32Array;
}

/**
 * The active features of a token, those that change the score of a tag most first. The sum of their weights is its emission.
 *
 * @param rows of the table
 */
export function activeWeights(weights: FeatureWeights, rows: ArrayLike<number>, tag: number): FeatureWeight[] {
  return Array.from(rows, (row) => weightOf(weights, row, tag)).sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** The features with the highest weights for a tag, and those with the lowest, strongest first; ties in the order of the table. */
export function extremeWeights(
  weights: FeatureWeights,
  tag: number,
  count: number,
): { highest: FeatureWeight[]; lowest: FeatureWeight[] } {
  const K = weights.tags.length;
  const rows = weights.names.keys();
  const values = Float32Array.from(rows, (row) => weights.table[row * K + tag]!);
  const strongest = (sign: 1 | -1) => strongestOf(values, sign, count).map((row) => weightOf(weights, row, tag));
  return { highest: strongest(1), lowest: strongest(-1) };
}

/** Indices of the largest values times `sign` that are above 0, in descending order. */
function strongestOf(values: Float32Array, sign: 1 | -1, count: number): number[] {
  const found: number[] = [];
  for (let row = 0; row < values.length; row++) {
    const value = sign * values[row]!;
    if (value <= 0 || (found.length === count && value <= sign * values[found.at(-1)!]!)) continue;
    let at = found.length;
    while (at > 0 && value > sign * values[found[at - 1]!]!) at--;
    found.splice(at, 0, row);
    if (found.length > count) found.pop();
  }
  return found;
}

function weightOf({ names, tags, table }: FeatureWeights, row: number, tag: number): FeatureWeight {
  const own = table.subarray(row * tags.length, (row + 1) * tags.length);
  const best = own.indexOf(Math.max(...own));
  return { name: names[row]!, weight: own[tag]!, best: { tag: tags[best]!, weight: own[best]! } };
}
