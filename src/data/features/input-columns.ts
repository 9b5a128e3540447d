import type { Sentence } from '../corpus.ts';
import type { InputColumn } from '../vocabulary/features.ts';

/** Rarer values count as unknown. */
const MIN_FREQUENCY = 2;

/** The columns of sentences as inputs of a model, in order of first occurrence; values by descending frequency. */
export function inputColumns(sentences: readonly Pick<Sentence, 'columns'>[]): InputColumn[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { columns = {} } of sentences) {
    for (const [name, values] of Object.entries(columns)) {
      const own = counts.get(name) ?? new Map<string, number>();
      counts.set(name, own);
      for (const value of values) own.set(value, (own.get(value) ?? 0) + 1);
    }
  }
  return [...counts].map(([name, own]) => ({
    name,
    values: [...own]
      .filter(([value, count]) => value !== '' && count >= MIN_FREQUENCY)
      .toSorted(([, a], [, b]) => b - a)
      .map(([value]) => value),
  }));
}
