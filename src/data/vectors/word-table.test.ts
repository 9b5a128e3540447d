import { describe, expect, it } from 'vitest';
import { buildVocabulary } from '../vocabulary/vocabulary.ts';
import { VectorLookup } from './vector-lookup.ts';
import { buildWordTable } from './word-table.ts';

const DIMENSIONS = 50; // E
const lookup = new VectorLookup({
  dimensions: DIMENSIONS,
  words: ['cat', '<unk>'],
  values: Float32Array.from({ length: 2 * DIMENSIONS }, (_, i) => i + 1),
});
const vocabulary = buildVocabulary({
  train: [{ tokens: ['Cat', 'dog', 'ran', 'far'] }],
  others: [],
  tags: ['O'],
  hasVector: () => false,
  options: { minFrequency: 1, lowercase: false, digitsToZero: false, maxFormLength: 9 },
});
const row = (table: Float32Array, r: number) => table.subarray(r * DIMENSIONS, (r + 1) * DIMENSIONS);

describe('buildWordTable', () => {
  it('uses pretrained vectors, except for the unknown word', () => {
    const table = buildWordTable(vocabulary, lookup, DIMENSIONS, 7);
    expect(table).toHaveLength(5 * DIMENSIONS);
    expect(row(table, 1)).toEqual(lookup.find('cat'));
    expect(Math.max(...row(table, 0))).toBeLessThan(1);
  });

  it('draws other rows uniformly from ±√(3/E), by the key', () => {
    const table = buildWordTable(vocabulary, undefined, DIMENSIONS, 7);
    const variance = table.reduce((sum, value) => sum + value * value, 0) / table.length;
    expect(Math.max(...table)).toBeLessThan(Math.sqrt(3 / DIMENSIONS));
    expect(Math.min(...table)).toBeGreaterThan(-Math.sqrt(3 / DIMENSIONS));
    expect(variance * DIMENSIONS).toBeGreaterThan(0.8); // 1 ± 3.5 standard deviations
    expect(variance * DIMENSIONS).toBeLessThan(1.2);
    expect(buildWordTable(vocabulary, undefined, DIMENSIONS, 7)).toEqual(table);
    expect(buildWordTable(vocabulary, undefined, DIMENSIONS, 8)).not.toEqual(table);
  });

  it('rejects vectors with other dimensions', () => {
    expect(() => buildWordTable(vocabulary, lookup, 100, 7)).toThrow(/50 dimensions, but the configuration has 100/);
  });
});
