import type { TagForm } from '../../column-layout.ts';
import { roleOfLetter } from '../../tags/tag-style.ts';
import type { Column } from './column.ts';
import { PLAIN_FORM } from './tag-cells.ts';

interface LetterPair {
  letters: number;
  types: number;
  form: TagForm;
}

/** A column of letters and one of types: outside together, in an entity together. */
export function letterPair(
  rows: readonly string[][],
  columns: readonly Column[],
  tokenColumn: number,
): LetterPair | undefined {
  for (const { index: letters, tags, structural } of columns) {
    if (tags.kind !== 'letters' || structural !== undefined || letters === tokenColumn) continue;
    for (const { index: types, tags: other, structural: otherRole } of columns) {
      if (
        types === letters ||
        types === tokenColumn ||
        otherRole !== undefined ||
        !['entities', 'labels'].includes(other.kind) ||
        other.lettered > 0
      )
        continue;
      const outside = mostFrequentBeside(rows, letters, types);
      const agree = rows.filter((row) => isOutsideLetter(row[letters]!) === (row[types] === outside)).length;
      if (outside === undefined || agree < 0.99 * rows.length) continue;
      const letter = rows.find((row) => isOutsideLetter(row[letters]!))![letters]!;
      return {
        letters,
        types,
        form: { ...PLAIN_FORM, typeColumn: types, outsideLetter: letter, outsideType: outside },
      };
    }
  }
  return undefined;
}

function isOutsideLetter(cell: string): boolean {
  return roleOfLetter(cell) === 'outside' || /^[0_-]?$/.test(cell);
}

function mostFrequentBeside(rows: readonly string[][], letters: number, types: number): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows)
    if (isOutsideLetter(row[letters]!)) counts.set(row[types]!, (counts.get(row[types]!) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
