import type { RunConfig } from '../config/schema.ts';
import type { Batch } from '../data/batches/batch.ts';
import { FEATURE_KINDS, type FeatureKindName, type featureKinds } from '../data/vocabulary/features.ts';
import type { Parameters } from './architecture.ts';

/** Features of one kind, each with rows of one table. */
export interface EmbeddedFeatures {
  kind: FeatureKindName;
  count: number;
  dimensions: number;
  table: Float32Array; // [rows, dimensions]
}

export function embeddedFeatures(
  { listDim, columnDim }: Pick<RunConfig, 'listDim' | 'columnDim'>,
  kinds: ReturnType<typeof featureKinds>,
  parameter: Parameters,
): EmbeddedFeatures[] {
  const sizes = { lists: listDim, columns: columnDim };
  return FEATURE_KINDS.flatMap((kind) => {
    const found = kinds[kind];
    if (found === undefined) return [];
    const { count, rows } = found;
    const dimensions = sizes[kind];
    return [{ kind, count, dimensions, table: parameter(`features.${kind}`, [rows, dimensions]) }];
  });
}

/** Number of values per input. */
export function widthOf(embedded: readonly EmbeddedFeatures[]): number {
  return embedded.reduce((sum, { count, dimensions }) => sum + count * dimensions, 0);
}

/**
 * Copies the features of a batch to its inputs.
 *
 * @param inputs [P, width] @param column the first column of the features
 */
export function copyFeatures(
  embedded: readonly EmbeddedFeatures[],
  batch: Batch,
  inputs: Float32Array,
  width: number,
  column: number,
): void {
  let at = column;
  for (const { kind, count, dimensions, table } of embedded) {
    batch.features[kind]?.index.forEach((row, i) => {
      const [p, feature] = [Math.floor(i / count), i % count];
      inputs.set(table.subarray(row * dimensions, (row + 1) * dimensions), p * width + at + feature * dimensions);
    });
    at += count * dimensions;
  }
}
